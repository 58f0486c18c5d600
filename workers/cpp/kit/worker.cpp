#include "kit/worker.hpp"

#include <unistd.h>
#include <nlohmann/json.hpp>

#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

#include "kit/failure.hpp"
#include "kit/lines.hpp"
#include "kit/operations.hpp"
#include "kit/request.hpp"
#include "kit/roles.hpp"
#include "kit/sockets.hpp"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#endif

namespace pingmark {

namespace {

/// The lines of stdin. Its own thread reads them, so that the end of stdin ends the process whatever it is doing.
class Lines {
public:
    Lines() {
        std::thread([this] { read_all(); }).detach();
    }

    /// Waits for the next line.
    std::string next() {
        std::unique_lock<std::mutex> lock(mutex_);
        arrived_.wait(lock, [&] { return !lines_.empty(); });
        std::string line = std::move(lines_.front());
        lines_.pop_front();
        return line;
    }

private:
    [[noreturn]] void read_all() {
        LineSplitter splitter;
        char chunk[65'536];
        for (;;) {
            const ssize_t n = read(STDIN_FILENO, chunk, sizeof chunk);
            if (n < 0 && errno == EINTR) continue;
            // Without cleanup: measuring threads may be running.
            if (n <= 0) _exit(0);
            splitter.add(chunk, static_cast<std::size_t>(n), [this](std::string line) {
                const std::lock_guard<std::mutex> lock(mutex_);
                lines_.push_back(std::move(line));
                arrived_.notify_one();
            });
        }
    }

    std::mutex mutex_;
    std::condition_variable arrived_;
    std::deque<std::string> lines_;
};

/// Writes a line to stdout. Ends the process when nobody reads there.
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

void write_reply(const nlohmann::json& id, const char* status, const Reply& fields) {
    Reply reply{{"id", id}, {"status", status}};
    reply.update(fields);
    // A reason can quote a request's bytes that are not UTF-8.
    write_line(reply.dump(-1, ' ', false, Reply::error_handler_t::replace));
}

void write_reason(const nlohmann::json& id, const char* status, const std::exception& reason) {
    write_reply(id, status, {{"reason", reason.what()}});
}

/// Ends without destructors, because serving and measuring threads still use what these would free. So a sanitizer
/// looks for leaks here.
[[noreturn]] void end() {
#if defined(__SANITIZE_ADDRESS__)
    _exit(__lsan_do_recoverable_leak_check());
#else
    _exit(0);
#endif
}

}  // namespace

void run_worker(const std::string& name, const std::vector<std::string>& libraries) {
    std::signal(SIGPIPE, SIG_IGN);
    raise_descriptor_limit();
    Roles roles;
    const std::map<std::string, std::function<Reply(Request&)>> operations{
        {"hello", [&](Request& request) { return hello(request, name, libraries); }},
        {"describe", describe},
        {"vector", vector},
        {"timers", timers},
        {"listen", [&](Request& request) { return roles.listen(request); }},
        {"connect", [&](Request& request) { return roles.connect(request); }},
        {"run", [&](Request& request) { return roles.run(request); }},
        {"disconnect", [&](Request& request) { return roles.disconnect(request); }},
        {"usage", [&](Request& request) { return roles.usage(request); }},
        {"stop", [&](Request& request) { return roles.usage(request); }},
    };

    Lines lines;
    for (;;) {
        nlohmann::json id;
        try {
            Request request(lines.next());
            id = request.id();
            const auto operation = operations.find(request.op());
            if (operation == operations.end()) throw Unsupported("there is no op \"" + request.op() + "\"");
            write_reply(id, "ok", operation->second(request));
            if (request.op() == "stop") {
                roles.leave();
                end();
            }
        } catch (const Unsupported& reason) {
            write_reason(id, "unsupported", reason);
        } catch (const std::exception& reason) {
            write_reason(id, "error", reason);
        }
    }
}

}  // namespace pingmark
