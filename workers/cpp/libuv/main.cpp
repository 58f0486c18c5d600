#include <uv.h>

#include <string>

#include "kit/worker.hpp"

int main() { pingmark::run_worker("cpp/libuv", {std::string("libuv ") + uv_version_string()}); }
