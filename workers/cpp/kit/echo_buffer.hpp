#pragma once

#include <cstring>
#include <memory>
#include <string_view>

#include "kit/one_way.hpp"
#include "kit/server.hpp"
#include "kit/ticker.hpp"
#include "kit/wire.hpp"

namespace pingmark {

/// A server's buffer of a stream connection. Whole messages are echoed from the place where they arrived, all of one
/// receive call with one send. Receive nothing more while something is unsent.
class EchoBuffer {
public:
    /// The descriptor has to outlive the buffer.
    EchoBuffer(Server& server, MessageCount& messages, int fd)
        : server_(server), messages_(messages), fd_(fd), greeted_(!server.hello()) {
        server_.opened(fd_);
    }
    ~EchoBuffer() {
        if (recipient_ != nullptr) ticker_->remove(*recipient_);
        server_.closes(fd_);
    }
    EchoBuffer(const EchoBuffer&) = delete;

    /// Lets the client ask for snapshots, which go to the recipient.
    void takes_ticks(Ticker& ticker, Recipient& recipient) {
        ticker_ = &ticker;
        may_receive_ = &recipient;
    }

    char* space() { return bytes_.get() + end_; }
    std::size_t room() const { return capacity - end_; }

    const char* unsent() const { return bytes_.get() + begin_; }
    std::size_t unsent_bytes() const { return ready_ - begin_; }
    bool has_unsent() const { return begin_ < ready_; }

    /// `n` bytes were received into `space`.
    void received(std::size_t n) {
        end_ += n;
        if (one_way_) {
            count_messages();
        } else {
            find_messages();
        }
    }

    /// Counts the whole messages at the start of `arrived`, which may be echoed without this buffer, and returns their
    /// bytes. 0: receive it into the buffer.
    std::size_t passes(std::string_view arrived) {
        if (!greeted_ || one_way_ || recipient_ != nullptr || broken_ || end_ > 0 || !server_.hello()) return 0;
        std::size_t whole = 0;
        std::uint64_t found = 0;
        while (arrived.size() - whole >= length_bytes) {
            const std::uint32_t length = load_u32(arrived.data() + whole);
            if (!is_body_length(length) || arrived.size() - whole < length_bytes + length) break;
            whole += length_bytes + length;
            ++found;
        }
        if (found > 0) messages_.add(found);
        return whole;
    }

    /// Close the connection once nothing is unsent.
    bool is_broken() const { return broken_; }

    void sent(std::size_t n) {
        begin_ += n;
        if (has_unsent()) return;
        const std::size_t incomplete = end_ - ready_;
        if (incomplete > 0) std::memmove(bytes_.get(), bytes_.get() + ready_, incomplete);
        begin_ = ready_ = 0;
        end_ = incomplete;
    }

private:
    /// Moves `ready_` behind the last whole message.
    void find_messages() {
        if (!server_.hello()) {
            ready_ = end_;
            messages_.add(1);
            return;
        }
        std::uint64_t found = 0;
        while (!broken_ && end_ - ready_ >= length_bytes) {
            const std::uint32_t length = load_u32(bytes_.get() + ready_);
            if (!greeted_ && !is_hello_length(length)) {
                reject();
            } else if (!is_body_length(length)) {
                server_.count_bad_frame();
                server_.remember_stranger(fd_);
                broken_ = true;
            } else if (end_ - ready_ < length_bytes + length) {
                break;
            } else {
                ready_ += length_bytes + length;
                if (greeted_) {
                    ++found;
                } else {
                    greet(length);
                }
            }
        }
        // Count before sending, so that a client never counts more messages than its server.
        if (found > 0) messages_.add(found);
        if (found > 0 && recipient_ != nullptr) ticker_->input(*recipient_);
    }

    bool is_hello_length(std::uint32_t bytes) const {
        return bytes == hello_bytes || bytes == one_way_hello_bytes ||
               (ticker_ != nullptr && bytes == tick_hello_bytes);
    }

    /// The client has to wait for the answer before it sends more.
    bool begins_ticks(const char* body, std::uint32_t bytes) {
        const TickPlan plan = TickPlan::of_hello(*server_.hello(), body, bytes);
        if (!plan || ready_ != end_ || !ticker_->add(*may_receive_, plan)) return false;
        recipient_ = may_receive_;
        return true;
    }

    /// Writes the answer over the hello's last bytes, so that following messages are sent with it.
    void greet(std::uint32_t bytes) {
        const char* body = bytes_.get() + length_bytes;
        one_way_ = OneWay::of_hello(*server_.hello(), body, bytes);
        // A one-way client has to wait for the answer before it sends more.
        const bool is_known = one_way_                    ? ready_ == end_
                              : bytes == tick_hello_bytes ? begins_ticks(body, bytes)
                                                          : server_.hello()->equals(body, bytes);
        if (!is_known) {
            reject();
            return;
        }
        begin_ = ready_ - sizeof hello_answer - length_bytes;
        store_u32(bytes_.get() + begin_, sizeof hello_answer);
        std::memcpy(bytes_.get() + begin_ + length_bytes, hello_answer, sizeof hello_answer);
        greeted_ = true;
    }

    /// Counts one-way messages. The acknowledgement of the last one that asks overwrites them.
    void count_messages() {
        std::uint64_t found = 0;
        char acknowledgement[length_bytes + acknowledgement_bytes];
        bool is_asked = false;
        while (end_ - ready_ >= length_bytes) {
            const char* frame = bytes_.get() + ready_;
            const std::uint32_t length = load_u32(frame);
            if (length < acknowledgement_bytes || length > max_body_bytes) {
                server_.count_bad_frame();
                server_.remember_stranger(fd_);
                broken_ = true;
                break;
            }
            if (end_ - ready_ < length_bytes + length) break;
            const std::uint32_t sequence = load_u32(frame + length_bytes);
            if (one_way_.arrived(sequence)) {
                is_asked = true;
                one_way_.acknowledge(sequence, acknowledgement + length_bytes);
            }
            ready_ += length_bytes + length;
            ++found;
        }
        if (found > 0) messages_.add(found);
        begin_ = ready_;
        if (is_asked) {
            begin_ -= sizeof acknowledgement;
            store_u32(acknowledgement, acknowledgement_bytes);
            std::memcpy(bytes_.get() + begin_, acknowledgement, sizeof acknowledgement);
        } else {
            sent(0);
        }
    }

    void reject() {
        server_.count_rejected();
        server_.remember_stranger(fd_);
        begin_ = ready_;
        broken_ = true;
    }

    static constexpr std::size_t capacity = 2 * max_stream_message_bytes;

    Server& server_;
    MessageCount& messages_;
    int fd_;
    bool greeted_;
    bool broken_ = false;
    OneWay one_way_;
    Ticker* ticker_ = nullptr;
    Recipient* may_receive_ = nullptr;
    Recipient* recipient_ = nullptr;  ///< once it has asked for snapshots
    std::unique_ptr<char[]> bytes_{new char[capacity]};
    std::size_t begin_ = 0;  ///< start of what is unsent
    std::size_t ready_ = 0;  ///< end of the whole messages
    std::size_t end_ = 0;
};

}  // namespace pingmark
