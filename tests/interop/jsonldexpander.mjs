// SPDX-License-Identifier: Apache-2.0
// A full JSON-LD processor as a filter: {"context": …, "names": [...]} a line in, {"iris": [...],
// "references": [...]} or {"error": …} a line out. Each name is a member whose value tells where it went, and, where
// that is a reference, what it was resolved to.
import jsonld from 'jsonld';
import readline from 'node:readline';

const kArd = 'https://agenticresourcediscovery.org/context/v1';
const base = JSON.parse(process.argv[2]);
const documentLoader = async (url) => {
  if (url !== kArd)
    throw new Error(`not fetched: ${url}`);
  return { contextUrl: null, documentUrl: url, document: { '@context': base } };
};

const valueOf = (node) => node['@value'] ?? node['@id'] ?? node['@list']?.[0]?.['@value'];

async function expand({ context, names }) {
  const document = { '@context': context };
  names.forEach((name, index) => { document[name] = `v${index}`; });
  const [node = {}] = await jsonld.expand(document, { expandContext: base, documentLoader, safe: false });
  const iris = names.map(() => null);
  const references = names.map(() => null);
  const isOf = (value, i) => value === `v${i}` || String(value).endsWith(`/v${i}`);
  for (const [iri, values] of Object.entries(node)) {
    for (const value of [values].flat()) {
      const index = names.findIndex((_, i) => isOf(valueOf(value), i));
      if (index < 0)
        continue;
      iris[index] = iri;
      references[index] = value['@id'] ?? null;
    }
  }
  return { iris, references };
}

console.log(JSON.stringify({ event: 'ready' }));
for await (const line of readline.createInterface({ input: process.stdin })) {
  let answer;
  try {
    answer = await expand(JSON.parse(line));
  } catch (error) {
    answer = { error: String(error.message).slice(0, 200) };
  }
  console.log(JSON.stringify({ event: 'expanded', ...answer }));
}
