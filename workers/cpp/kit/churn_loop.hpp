#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "kit/connector.hpp"
#include "kit/stack.hpp"

namespace pingmark {

/// The client's loop of load `churn`: each message has its own connection, with blocking calls. The hello and the
/// message go by one call, and the connection is closed when both are answered. The lane's own connection stays open.
class ChurnLoop : public ClientLoop {
public:
    ChurnLoop(const ConnectPlan& plan, const Traffic& traffic);
    void measure(Lane& lane) override;

private:
    /// The steps of an exchange.
    struct Times {
        std::int64_t began = 0;
        std::int64_t connected = 0;
        std::int64_t first_byte = 0;
    };

    void send(Lane& lane, Connection& connection);
    bool connect(Lane& lane, Connection& connection);
    ssize_t receive(Lane& lane, Connection& connection);
    static void fail(Lane& lane, Connection& connection, const std::string& call, int error);

    const ConnectPlan plan_;
    const std::size_t greeting_bytes_;  ///< the answer to the hello; 0 from a plain server
    std::string hello_;
    std::string request_;
    std::string answer_;
    std::size_t answered_ = 0;
    Socket fresh_;
    Times times_;
};

}  // namespace pingmark
