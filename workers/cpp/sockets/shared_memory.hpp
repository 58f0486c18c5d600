#pragma once

// Memory that the two sides of a connection share: a ring of bytes for each direction. docs/protocol.md has the
// layout, which is the same in all languages.

#include <sys/types.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "kit/sockets.hpp"

namespace pingmark {

/// A segment, mapped.
class Segment {
public:
    static constexpr std::size_t ring_bytes = 262'144;
    static constexpr std::size_t rings_at = 4'096;
    static constexpr std::size_t bytes = rings_at + 2 * ring_bytes;
    /// Each counter has cache lines of its own: two, as lines are fetched in pairs.
    static constexpr std::size_t counter_bytes = 128;

    /// A new file, which nobody else may open. Throws Failure.
    static Segment create(const std::string& path) { return Segment(path, true); }
    static Segment open(const std::string& path) { return Segment(path, false); }

    Segment() = default;
    Segment(Segment&& other) noexcept : memory_(std::exchange(other.memory_, nullptr)) {}
    Segment& operator=(Segment&& other) noexcept {
        std::swap(memory_, other.memory_);
        return *this;
    }
    ~Segment();

    bool is_mapped() const { return memory_ != nullptr; }

    /// Of the ring: 0 from the client to the server, 1 back.
    std::atomic<std::uint64_t>& written(std::size_t ring) const { return counter(1 + 2 * ring); }
    std::atomic<std::uint64_t>& read(std::size_t ring) const { return counter(2 + 2 * ring); }
    char* data(std::size_t ring) const { return memory_ + rings_at + ring * ring_bytes; }

private:
    Segment(const std::string& path, bool is_new);

    std::atomic<std::uint64_t>& counter(std::size_t line) const {
        return *reinterpret_cast<std::atomic<std::uint64_t>*>(memory_ + line * counter_bytes);
    }

    char* memory_ = nullptr;
};

static_assert(std::atomic<std::uint64_t>::is_always_lock_free && sizeof(std::atomic<std::uint64_t>) == 8);

/// One end of a connection in shared memory. Its socket carries nothing: it tells when the other end has gone.
class SharedStream {
public:
    enum class End { client, server };

    SharedStream(int fd, Segment segment, End end)
        : fd_(fd), segment_(std::move(segment)), in_(end == End::server ? 0 : 1), out_(1 - in_) {}

    /// What has arrived and lies in one piece, where it lies; nothing of it is received yet. A counter that can't be is
    /// left to `receive`.
    std::string_view arrived() const {
        const std::size_t at = read_ % Segment::ring_bytes;
        // The counter and what it counts are on their way together, and not one after the other.
        __builtin_prefetch(segment_.data(in_) + at);
        const std::uint64_t available = segment_.written(in_).load(std::memory_order_acquire) - read_;
        if (available > Segment::ring_bytes) return {};
        return {segment_.data(in_) + at, std::min<std::size_t>(available, Segment::ring_bytes - at)};
    }
    /// Receives so much of it.
    void take(std::size_t n) {
        read_ += n;
        segment_.read(in_).store(read_, std::memory_order_release);
        polls_in_vain_ = 0;
    }

    /// How much can be sent at once, where that is at least `wanted`; else perhaps less than could be.
    std::size_t room(std::size_t wanted) {
        if (Segment::ring_bytes - (written_ - read_there_) < wanted)
            read_there_ = segment_.read(out_).load(std::memory_order_acquire);
        const std::uint64_t unread = written_ - read_there_;
        return unread > Segment::ring_bytes ? 0 : Segment::ring_bytes - unread;
    }
    /// Where what is sent next will lie, and how much of it can lie in one piece there.
    char* place() const { return segment_.data(out_) + written_ % Segment::ring_bytes; }
    std::size_t in_one_piece() const { return Segment::ring_bytes - written_ % Segment::ring_bytes; }

    /// As recv and send do, errno included. What lies in its place already is not copied.
    ssize_t receive(char* to, std::size_t room) {
        const std::uint64_t available = segment_.written(in_).load(std::memory_order_acquire) - read_;
        if (available == 0) return received_nothing(to, room);
        if (available > Segment::ring_bytes) return failed();
        const std::size_t n = std::min<std::size_t>(available, room);
        const std::size_t at = read_ % Segment::ring_bytes;
        const std::size_t before_end = std::min(n, Segment::ring_bytes - at);
        std::memcpy(to, segment_.data(in_) + at, before_end);
        if (n > before_end) std::memcpy(to + before_end, segment_.data(in_), n - before_end);
        take(n);
        return static_cast<ssize_t>(n);
    }

    ssize_t send(const char* from, std::size_t bytes) {
        const std::size_t n = std::min(bytes, room(bytes));
        if (n == 0) return written_ - read_there_ > Segment::ring_bytes ? failed() : sent_nothing();
        const std::size_t before_end = std::min(n, in_one_piece());
        if (from != place()) std::memcpy(place(), from, before_end);
        if (n > before_end) std::memcpy(segment_.data(out_), from + before_end, n - before_end);
        written_ += n;
        segment_.written(out_).store(written_, std::memory_order_release);
        return static_cast<ssize_t>(n);
    }

private:
    /// The other end may wait for this core.
    static constexpr std::uint32_t polls_per_yield = 1 << 10;
    /// To look takes next to nothing of so many polls. A server of many connections that has to leave its core to
    /// others with each yield would otherwise take seconds to see that all of them have ended.
    static constexpr std::uint32_t polls_per_look = 1 << 13;

    ssize_t received_nothing(char* to, std::size_t room);
    ssize_t sent_nothing();
    /// Now and then, or at once, it looks whether the other end is there.
    void polled_in_vain(bool looks);
    [[gnu::cold]] static ssize_t failed();
    bool is_gone() const;

    int fd_;
    Segment segment_;
    std::size_t in_;
    std::size_t out_;
    std::uint64_t read_ = 0;
    std::uint64_t written_ = 0;
    std::uint64_t read_there_ = 0;
    std::uint32_t polls_in_vain_ = 0;
    bool gone_ = false;
};

/// What a client says on the socket, and a server answers, before the ring is used.
struct Introduction {
    static constexpr char magic[] = {'P', 'M', 'S', '1'};
    static constexpr std::size_t name_bytes = 16;
    static constexpr std::size_t bytes = sizeof magic + name_bytes;

    /// Of a segment, in the folder of the socket.
    static std::string new_name();
    static bool is_name(const std::string& name);
};

}  // namespace pingmark
