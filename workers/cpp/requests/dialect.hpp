#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "requests/answers.hpp"

namespace pingmark {

/// What a connection says: how requests are written, and answers read. It is chosen when connecting.
class Dialect {
public:
    virtual ~Dialect() = default;

    /// A request for the awaited message of this number is due.
    virtual void ask(std::uint32_t sequence) = 0;
    /// What goes next; empty: nothing. It stays in place until the next call of `ask`, `sent` or `arrived`.
    virtual std::string_view unsent() = 0;
    virtual void sent(std::size_t n) = 0;

    /// Where to receive.
    virtual char* space() = 0;
    virtual std::size_t room() const = 0;
    virtual void arrived(std::size_t n, Answers& answers) = 0;
    /// The peer sends no more.
    virtual void closed(Answers& answers) { answers.end("closed by the peer " + answers.after()); }
};

/// Requests of the same bytes, which are composed once.
class SameRequests {
public:
    explicit SameRequests(const std::string& request) : bytes_(request.size()) {
        const std::size_t copies = std::max<std::size_t>(1, bytes_at_once / bytes_);
        for (std::size_t i = 0; i < copies; ++i) copies_ += request;
    }

    void ask() { due_ += bytes_; }
    std::string_view unsent() const {
        return std::string_view(copies_).substr(begin_, std::min(due_, copies_.size() - begin_));
    }
    void sent(std::size_t n) {
        due_ -= n;
        begin_ = (begin_ + n) % bytes_;
    }

private:
    /// Several that are due together go by one call, if they are short.
    static constexpr std::size_t bytes_at_once = 4'096;

    std::size_t bytes_;
    std::string copies_;
    std::size_t begin_ = 0;  ///< what is sent of the first request
    std::size_t due_ = 0;
};

}  // namespace pingmark
