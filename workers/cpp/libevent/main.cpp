#include <event2/event.h>

#include <string>

#include "kit/worker.hpp"

int main() { pingmark::run_worker("cpp/libevent", {std::string("libevent ") + event_get_version()}); }
