/* The least an epoll echo can be: length-prefixed messages, no check, no histogram. A child serves, the parent is the
 * client; both are single-threaded. minimal-epoll CONNECTIONS MESSAGE_BYTES SECONDS SERVER_CORE CLIENT_CORE -> messages
 * per second */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_CONNECTIONS = 1024, MOST_EVENTS = 64, BUFFER = 65536 };

static void require(int ok, const char* what) {
    if (ok) return;
    perror(what);
    exit(1);
}

static uint64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000ull + t.tv_nsec;
}

static void pin(int core) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(core, &set);
    require(sched_setaffinity(0, sizeof set, &set) == 0, "sched_setaffinity");
}

static void watch(int epoll, int fd) {
    const int on = 1;
    struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    require(fcntl(fd, F_SETFL, O_NONBLOCK) == 0, "fcntl");
    require(epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) == 0, "epoll_ctl");
}

static void serve(int listener, int connections) {
    static char bytes[BUFFER];
    const int epoll = epoll_create1(0);
    struct epoll_event events[MOST_EVENTS];
    for (int i = 0; i < connections; ++i) watch(epoll, accept(listener, NULL, NULL));
    for (;;) {
        const int n = epoll_wait(epoll, events, MOST_EVENTS, -1);
        for (int i = 0; i < n; ++i) {
            const ssize_t got = recv(events[i].data.fd, bytes, sizeof bytes, 0);
            if (got == 0) _exit(0);
            if (got > 0) require(send(events[i].data.fd, bytes, got, 0) == got, "send");
        }
    }
}

int main(int argc, char** argv) {
    if (argc != 6) return 2;
    const int connections = atoi(argv[1]), size = atoi(argv[2]);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    const int listener = socket(AF_INET, SOCK_STREAM, 0);
    require(connections <= MOST_CONNECTIONS && bind(listener, (void*)&address, sizeof address) == 0 &&
                listen(listener, 128) == 0,
            "listen");
    getsockname(listener, (void*)&address, &length);
    const pid_t server = fork();
    if (server == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        pin(atoi(argv[4]));
        serve(listener, connections);
    }
    pin(atoi(argv[5]));

    static char message[BUFFER], answer[BUFFER];
    static int got[MOST_CONNECTIONS * 4];
    const uint32_t body = size - 4;
    memcpy(message, &body, sizeof body);
    const int epoll = epoll_create1(0);
    int fds[MOST_CONNECTIONS];
    for (int i = 0; i < connections; ++i) {
        fds[i] = socket(AF_INET, SOCK_STREAM, 0);
        require(connect(fds[i], (void*)&address, sizeof address) == 0, "connect");
        watch(epoll, fds[i]);
    }
    for (int i = 0; i < connections; ++i) require(send(fds[i], message, size, 0) == size, "send");

    struct epoll_event events[MOST_EVENTS];
    const uint64_t settle = now_ns() + 200000000ull, end = settle + (uint64_t)(atof(argv[3]) * 1e9);
    uint64_t messages = 0, start = 0, now = 0;
    while (now < end) {
        const int n = epoll_wait(epoll, events, MOST_EVENTS, 1000);
        require(n > 0, "epoll_wait");
        for (int i = 0; i < n; ++i) {
            const int fd = events[i].data.fd;
            const ssize_t bytes = recv(fd, answer, size - got[fd], 0);
            now = now_ns();
            if (bytes > 0 && (got[fd] += bytes) == size) {
                got[fd] = 0;
                require(send(fd, message, size, 0) == size, "send");
                if (start == 0 && now >= settle) start = now, messages = 0;
                ++messages;
            }
        }
    }
    printf("%.0f\n", messages / ((now - start) / 1e9));
    kill(server, SIGKILL);
    waitpid(server, NULL, 0);
    return 0;
}
