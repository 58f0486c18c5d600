#include "kit/worker.hpp"

#include <unistd.h>
#include <nlohmann/json.hpp>

#include <csignal>
#include <functional>
#include <map>

#include "kit/failure.hpp"
#include "kit/lines.hpp"
#include "kit/operations.hpp"
#include "kit/request.hpp"
#include "kit/roles.hpp"
#include "kit/sockets.hpp"
#include "kit/timers.hpp"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#endif

namespace pingmark {

namespace {

void write_reply(const nlohmann::json& id, const char* status, const Reply& fields) {
    Reply reply{{"id", id}, {"status", status}};
    reply.update(fields);
    // Reasons can quote bytes of a request that are no UTF-8.
    write_line(reply.dump(-1, ' ', false, Reply::error_handler_t::replace));
}

void write_reason(const nlohmann::json& id, const char* status, const std::exception& reason) {
    write_reply(id, status, {{"reason", reason.what()}});
}

/// Without destructors: serving and measuring threads run as long as the process, and use what destructors would free.
/// So a sanitizer, where there is one, looks for what is lost while they hold what is theirs.
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
