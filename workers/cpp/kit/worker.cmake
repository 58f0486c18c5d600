# Included by each worker and by the unit tests, before their targets: the kit as they need it.

# -g1 costs no speed, and gives perf and debuggers functions and lines; more of it takes a third longer to compile.
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -g1")
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_EXTENSIONS OFF)

set(PINGMARK_SANITIZE "" CACHE STRING "address (with undefined behaviour) or thread: build with these sanitizers")
set_property(CACHE PINGMARK_SANITIZE PROPERTY STRINGS "" address thread)
if(PINGMARK_SANITIZE STREQUAL "address")
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
elseif(PINGMARK_SANITIZE STREQUAL "thread")
  add_compile_options(-fsanitize=thread -fno-omit-frame-pointer)
  add_link_options(-fsanitize=thread)
elseif(PINGMARK_SANITIZE)
  message(FATAL_ERROR "PINGMARK_SANITIZE is address, thread or empty, not ${PINGMARK_SANITIZE}")
endif()
# More would take long to compile where speed is not measured. Lines are all that findings are told with.
if(PINGMARK_SANITIZE)
  set(CMAKE_CXX_FLAGS_RELEASE "-O1 -g1")
endif()

if(TARGET pingmark-kit)
  return()
endif()
if(PINGMARK_SANITIZE OR PINGMARK_KIT_ALONE OR CMAKE_INTERPROCEDURAL_OPTIMIZATION)
  add_subdirectory(${CMAKE_CURRENT_LIST_DIR} kit)
else()
  # Most of what takes long to compile, and the same for all of them: one build serves them, one worker at a time.
  include(ExternalProject)
  set(kit_library ${CMAKE_CURRENT_LIST_DIR}/build/kit/libpingmark-kit.a)
  ExternalProject_Add(pingmark-kit-alone
    SOURCE_DIR ${CMAKE_CURRENT_LIST_DIR}/alone
    BINARY_DIR ${CMAKE_CURRENT_LIST_DIR}/build
    CMAKE_ARGS -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE}
    BUILD_COMMAND flock ${CMAKE_CURRENT_LIST_DIR}/CMakeLists.txt ${CMAKE_COMMAND} --build . -j2
    BUILD_ALWAYS ON
    BUILD_BYPRODUCTS ${kit_library}
    INSTALL_COMMAND "")
  add_library(pingmark-kit INTERFACE)
  add_dependencies(pingmark-kit pingmark-kit-alone)
  include(${CMAKE_CURRENT_LIST_DIR}/usage.cmake)
  target_link_libraries(pingmark-kit INTERFACE ${kit_library})
endif()
