#include "kit/session.hpp"

#include "kit/failure.hpp"

namespace pingmark {

Session::Session(LaneControl& control, const Load& load, std::vector<Link> links)
    : control_(control), load_(load), links_(std::move(links)) {
    answers_.reserve(Inbox::capacity / min_message_bytes + 1);
}

void Session::prepare(const Window& window, MessagePool& messages) {
    counting_.begin(window, messages);
    tally_.begin_window();
    for (Link& link : links_) link.sent_counted = link.received_counted = false;
}

void Session::fail(Link& link, const char* reason) {
    link.broken = true;
    check_at_ = 0;
    control_.fail(reason);
}

void Session::fail(Link& link, const char* call, int error) { fail(link, describe_error(call, error).c_str()); }

}  // namespace pingmark
