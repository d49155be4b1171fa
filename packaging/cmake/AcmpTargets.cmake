# SPDX-License-Identifier: Apache-2.0
# How every target of this tree is made: warnings, defines, precompiled header, sanitizers.

option(ACMP_WERROR "Warnings are errors" OFF)
option(ACMP_FUZZ "Build the fuzzers (clang) and nothing of app/ and ui/" OFF)
set(ACMP_SANITIZE "" CACHE STRING "Sanitizers for own code, e.g. address,undefined or thread")

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_AUTOMOC ON)
# moc 6.4 holds `201703L > 201703L` for true, so reads headers meant for a later __cplusplus without what they need:
# it stumbled over `namespace std _GLIBCXX_VISIBILITY(default)` in <compare>.
set(CMAKE_AUTOMOC_MOC_OPTIONS -D_GLIBCXX_VISIBILITY=)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE RelWithDebInfo)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
    # A precompiled header is cached only when its time stamp does not count.
    set(CMAKE_CXX_COMPILER_LAUNCHER
        "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
        "${CCACHE_PROGRAM}")
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        add_compile_options(-fpch-preprocess)
    endif()
endif()

add_library(acmp_build_flags INTERFACE)
target_include_directories(acmp_build_flags INTERFACE "${CMAKE_SOURCE_DIR}")
target_compile_options(acmp_build_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast -Wnon-virtual-dtor
    -Woverloaded-virtual -Wcast-qual -Wformat=2 -Wnull-dereference
    $<$<CXX_COMPILER_ID:GNU>:-Wduplicated-cond -Wduplicated-branches -Wlogical-op -Wuseless-cast>
    # A source that another one includes looks like a header to this one.
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:${CMAKE_UNITY_BUILD}>>:-Wno-subobject-linkage>
    $<$<BOOL:${ACMP_WERROR}>:-Werror>)
target_compile_definitions(acmp_build_flags INTERFACE
    QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_CAST_FROM_BYTEARRAY QT_NO_URL_CAST_FROM_STRING
    QT_NO_NARROWING_CONVERSIONS_IN_CONNECT QT_NO_FOREACH QT_NO_KEYWORDS QT_USE_QSTRINGBUILDER
    QT_DISABLE_DEPRECATED_BEFORE=0x060400
    ACMP_VERSION="${PROJECT_VERSION}")
if(ACMP_SANITIZE)
    # Less optimized and with line numbers only: half the time to compile, and the sanitizers see more.
    target_compile_options(acmp_build_flags INTERFACE -fsanitize=${ACMP_SANITIZE} -fno-omit-frame-pointer -O1 -g1
        $<$<NOT:$<CXX_COMPILER_ID:Clang>>:-Wno-null-dereference>)
    target_link_options(acmp_build_flags INTERFACE -fsanitize=${ACMP_SANITIZE})
endif()
if(ACMP_FUZZ)
    target_compile_options(acmp_build_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# acmp_add_pch(<target> HEADER … LINK …): a precompiled header that other targets reuse; one of its own costs a target
# more than it saves.
function(acmp_add_pch target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADER" "LINK")
    add_library(${target} STATIC EXCLUDE_FROM_ALL "${CMAKE_SOURCE_DIR}/packaging/cmake/pch.cpp")
    target_link_libraries(${target} PRIVATE ${arg_LINK})
    target_precompile_headers(${target} PRIVATE "${CMAKE_SOURCE_DIR}/packaging/cmake/${arg_HEADER}")
    set_target_properties(${target} PROPERTIES AUTOMOC OFF UNITY_BUILD OFF)
endfunction()
acmp_add_pch(acmp_pch HEADER pch.h LINK Qt6::Core acmp_build_flags)

# acmp_add_library(<layer> SOURCES … HEADERS … LINK …): the static library of one layer, as acmp::<layer>.
function(acmp_add_library layer)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;HEADERS;LINK")
    set(target acmp_${layer})
    add_library(${target} STATIC ${arg_SOURCES})
    add_library(acmp::${layer} ALIAS ${target})
    target_sources(${target} PUBLIC FILE_SET HEADERS BASE_DIRS "${CMAKE_SOURCE_DIR}" FILES ${arg_HEADERS})
    target_link_libraries(${target} PUBLIC ${arg_LINK} PRIVATE acmp_build_flags)
    target_include_directories(${target} PUBLIC "${CMAKE_SOURCE_DIR}")
    target_precompile_headers(${target} REUSE_FROM acmp_pch)
endfunction()

# acmp_add_executable(<name> SOURCES … LINK …)
function(acmp_add_executable name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK")
    add_executable(${name} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE ${arg_LINK} acmp_build_flags)
    target_precompile_headers(${name} REUSE_FROM acmp_pch)
endfunction()

# acmp_add_ui_resources(<target>): icons, scenarios and help in it. Of executables: in a static library they would be left out.
add_library(acmp_ui_resources OBJECT EXCLUDE_FROM_ALL
    "${CMAKE_SOURCE_DIR}/resources/icons.qrc" "${CMAKE_SOURCE_DIR}/resources/workbench.qrc")
target_link_libraries(acmp_ui_resources PRIVATE Qt6::Core)
set_target_properties(acmp_ui_resources PROPERTIES AUTOMOC OFF AUTORCC ON UNITY_BUILD OFF)
function(acmp_add_ui_resources target)
    target_link_libraries(${target} PRIVATE acmp_ui_resources)
endfunction()

# A test's own code runs once: optimizing it costs twice the time of compiling it, and checking it for undefined
# behaviour five times. Linked behind acmp_build_flags, whose options it takes back.
add_library(acmp_test_flags INTERFACE)
target_compile_options(acmp_test_flags INTERFACE $<$<CONFIG:RelWithDebInfo>:-O0>)
if(ACMP_SANITIZE)
    target_compile_options(acmp_test_flags INTERFACE -fno-sanitize=undefined)
endif()
acmp_add_pch(acmp_test_pch HEADER testpch.h LINK Qt6::Test Qt6::Network acmp_build_flags acmp_test_flags)
# <QTest> has more in it for those who link Widgets.
acmp_add_pch(acmp_ui_test_pch HEADER testpch.h LINK Qt6::Test Qt6::Network Qt6::Widgets acmp_build_flags acmp_test_flags)

# acmp_moc_itself(<target> <name>): <name>.moc of <name>.cpp, whose classes need nothing of the headers it includes.
# AUTOMOC's two steps and a source of its own cost a small program more than its compilation.
function(acmp_moc_itself target name)
    set(source "${CMAKE_CURRENT_SOURCE_DIR}/${name}.cpp")
    set(moc "${CMAKE_CURRENT_BINARY_DIR}/${name}.moc")
    add_custom_command(OUTPUT "${moc}" COMMAND Qt6::moc "${source}" -o "${moc}" DEPENDS "${source}" VERBATIM)
    set_target_properties(${target} PROPERTIES AUTOMOC OFF)
    target_sources(${target} PRIVATE "${moc}")
    target_include_directories(${target} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}")
endfunction()

# acmp_add_test(<folder> <class> LINK … SOURCES …): tst_<class>.cpp, beside the caller like the other SOURCES, as the
# ctest "<folder>/<class>". Those of folders "ui_…" have the icons.
function(acmp_add_test folder class)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "LINK;SOURCES")
    set(target tst_${folder}_${class})
    add_executable(${target} tst_${class}.cpp ${arg_SOURCES})
    # Network, and of the window's tests Widgets, also where they are not needed: <QTest> is another one with them.
    target_link_libraries(${target} PRIVATE ${arg_LINK} Qt6::Test Qt6::Network acmp_build_flags acmp_test_flags)
    if(arg_LINK MATCHES "acmp::ui_")
        target_link_libraries(${target} PRIVATE Qt6::Widgets)
        target_precompile_headers(${target} REUSE_FROM acmp_ui_test_pch)
    else()
        target_precompile_headers(${target} REUSE_FROM acmp_test_pch)
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
    if(NOT arg_SOURCES MATCHES "\\.h")
        acmp_moc_itself(${target} tst_${class})
    endif()
    if(folder MATCHES "^ui_")
        acmp_add_ui_resources(${target})
    endif()
    add_test(NAME ${folder}/${class} COMMAND ${target})
    set_tests_properties(${folder}/${class} PROPERTIES
        ENVIRONMENT "QT_QPA_PLATFORM=offscreen" TIMEOUT 300)
endfunction()
