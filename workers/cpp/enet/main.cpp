#include <enet/enet.h>

#include "host.hpp"
#include "kit/worker.hpp"

int main() {
    if (enet_initialize() != 0) return 1;
    pingmark::run_worker("cpp/enet", {pingmark::enet_version()});
}
