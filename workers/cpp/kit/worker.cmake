# Included by each worker and by the unit tests, before their targets: the kit as they need it.

# -g costs no speed, and gives perf and debuggers names.
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -g")
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
if(PINGMARK_SANITIZE OR PINGMARK_UNMEASURED)
  # More would take long to compile, and its speed is not measured.
  set(CMAKE_CXX_FLAGS_RELEASE "-O1 -g")
endif()

if(NOT TARGET pingmark-kit)
  add_subdirectory(${CMAKE_CURRENT_LIST_DIR} kit)
endif()
