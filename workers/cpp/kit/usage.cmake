# What using the kit takes: included where pingmark-kit is a library that is compiled here, and where it is one that was
# compiled before.
get_target_property(kit_type pingmark-kit TYPE)
set(scope PUBLIC)
if(kit_type STREQUAL "INTERFACE_LIBRARY")
  set(scope INTERFACE)
endif()
target_include_directories(pingmark-kit ${scope} ${CMAKE_CURRENT_LIST_DIR}/..)
target_compile_features(pingmark-kit ${scope} cxx_std_17)
# Fused operations would give loads other times than in other languages.
target_compile_options(pingmark-kit ${scope} -Wall -Wextra -Wpedantic -Wshadow -Werror -ffp-contract=off)
find_package(Threads REQUIRED)
target_link_libraries(pingmark-kit ${scope} Threads::Threads)
