#include "kit/lines.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <thread>

namespace pingmark {

Lines::Lines() {
    std::thread([this] { read_all(); }).detach();
}

void Lines::read_all() {
    LineSplitter splitter;
    char chunk[65'536];
    for (;;) {
        const ssize_t n = read(STDIN_FILENO, chunk, sizeof chunk);
        if (n < 0 && errno == EINTR) continue;
        // Without cleaning up: a measuring thread would go on meanwhile, and the system frees everything anyway.
        if (n <= 0) _exit(0);
        splitter.add(chunk, static_cast<std::size_t>(n), [this](std::string line) { put(std::move(line)); });
    }
}

void Lines::put(std::string line) {
    const std::lock_guard<std::mutex> lock(mutex_);
    lines_.push_back(std::move(line));
    arrived_.notify_one();
}

std::string Lines::next() {
    std::unique_lock<std::mutex> lock(mutex_);
    arrived_.wait(lock, [&] { return !lines_.empty(); });
    std::string line = std::move(lines_.front());
    lines_.pop_front();
    return line;
}

void write_line(std::string line) {
    line.push_back('\n');
    for (std::size_t written = 0; written < line.size();) {
        const ssize_t n = write(STDOUT_FILENO, line.data() + written, line.size() - written);
        if (n >= 0) {
            written += static_cast<std::size_t>(n);
        } else if (errno != EINTR) {
            std::perror("write to stdout");
            _exit(1);
        }
    }
}

}  // namespace pingmark
