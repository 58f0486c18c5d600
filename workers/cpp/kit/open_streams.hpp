#pragma once

#include <memory>
#include <unordered_map>
#include <utility>

namespace pingmark {

/// The connections of a server's thread that are open. What waits for them knows each by its address, and may be the
/// kernel alone.
template <class Stream>
class OpenStreams {
public:
    template <class... Parts>
    Stream* open(Parts&&... parts) {
        auto stream = std::make_unique<Stream>(std::forward<Parts>(parts)...);
        auto* const opened = stream.get();
        streams_.emplace(opened, std::move(stream));
        return opened;
    }

    /// Its descriptor goes with it.
    void close(Stream* stream) { streams_.erase(stream); }

private:
    std::unordered_map<Stream*, std::unique_ptr<Stream>> streams_;
};

}  // namespace pingmark
