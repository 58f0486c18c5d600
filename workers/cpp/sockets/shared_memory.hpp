#pragma once

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "kit/failure.hpp"
#include "kit/sockets.hpp"
#include "kit/wire.hpp"

// Memory that both sides of a connection share: a ring of bytes for each direction. docs/protocol.md has the layout.

namespace pingmark {

/// A segment, mapped.
class Segment {
public:
    static constexpr std::size_t ring_bytes = 262'144;
    static constexpr std::size_t rings_at = 4'096;
    static constexpr std::size_t bytes = rings_at + 2 * ring_bytes;
    /// Each counter has two cache lines, because lines are fetched in pairs.
    static constexpr std::size_t counter_bytes = 128;

    /// A new file that only this user may open. Throws Failure.
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

    /// Ring 0 leads from the client to the server, ring 1 back.
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

/// One end of a connection in shared memory. Its socket only shows when the other end has gone.
class SharedStream {
public:
    enum class End { client, server };

    SharedStream(int fd, Segment segment, End end)
        : fd_(fd), segment_(std::move(segment)), in_(end == End::server ? 0 : 1), out_(1 - in_) {}

    /// What has arrived and lies in one piece; `take` consumes it. `receive` reports an impossible counter.
    std::string_view arrived() const {
        const std::size_t at = read_ % Segment::ring_bytes;
        // Fetches the data together with its counter.
        __builtin_prefetch(segment_.data(in_) + at);
        const std::uint64_t available = segment_.written(in_).load(std::memory_order_acquire) - read_;
        if (available > Segment::ring_bytes) return {};
        return {segment_.data(in_) + at, std::min<std::size_t>(available, Segment::ring_bytes - at)};
    }
    /// Consumes `n` bytes.
    void take(std::size_t n) {
        read_ += n;
        segment_.read(in_).store(read_, std::memory_order_release);
        polls_in_vain_ = 0;
    }

    /// How many bytes can be sent. Exact if that is less than `wanted`.
    std::size_t room(std::size_t wanted) {
        if (Segment::ring_bytes - (written_ - read_there_) < wanted)
            read_there_ = segment_.read(out_).load(std::memory_order_acquire);
        const std::uint64_t unread = written_ - read_there_;
        return unread > Segment::ring_bytes ? 0 : Segment::ring_bytes - unread;
    }
    /// Where the next sent byte will lie, and how many fit there in one piece.
    char* place() const { return segment_.data(out_) + written_ % Segment::ring_bytes; }
    std::size_t in_one_piece() const { return Segment::ring_bytes - written_ % Segment::ring_bytes; }

    /// Like recv and send, errno included. Bytes already in place are not copied.
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
    /// The other end may need this core.
    static constexpr std::uint32_t polls_per_yield = 1 << 10;
    /// Rare enough to cost nothing. With many connections, looking only at each yield would take seconds.
    static constexpr std::uint32_t polls_per_look = 1 << 13;

    ssize_t received_nothing(char* to, std::size_t room);
    ssize_t sent_nothing();
    /// Checks now and then, or now if `looks`, whether the other end has gone.
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

/// The client's message on the socket before the rings are used.
struct Introduction {
    static constexpr char magic[] = {'P', 'M', 'S', '1'};
    static constexpr std::size_t name_bytes = 16;
    static constexpr std::size_t bytes = sizeof magic + name_bytes;

    /// Of a segment, in the socket's folder.
    static std::string new_name();
    static bool is_name(const std::string& name);
};

inline Segment::Segment(const std::string& path, bool is_new) {
    const int how = O_RDWR | O_CLOEXEC | O_NOFOLLOW | (is_new ? O_CREAT | O_EXCL : 0);
    const Socket file(::open(path.c_str(), how, S_IRUSR | S_IWUSR));
    if (file.fd() < 0) throw Failure(describe_error("open " + path, errno));
    // Allocate now: missing memory would kill the process later.
    const int error = is_new ? posix_fallocate(file.fd(), 0, bytes) : 0;
    if (error != 0) throw Failure(describe_error("posix_fallocate " + path, error));
    struct stat status {};
    if (fstat(file.fd(), &status) != 0 || status.st_size != static_cast<off_t>(bytes))
        throw Failure(path + " is no segment of " + std::to_string(bytes) + " bytes");
    void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.fd(), 0);
    if (memory == MAP_FAILED) throw Failure(describe_error("mmap " + path, errno));
    memory_ = static_cast<char*>(memory);
}

inline Segment::~Segment() {
    if (memory_ != nullptr) munmap(memory_, bytes);
}

inline bool SharedStream::is_gone() const {
    char none;
    const ssize_t n = recv(fd_, &none, sizeof none, MSG_PEEK | MSG_DONTWAIT);
    return n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR);
}

inline void SharedStream::polled_in_vain(bool looks) {
    ++polls_in_vain_;
    if (polls_in_vain_ % polls_per_yield == 0) sched_yield();
    if (!gone_ && (looks || polls_in_vain_ % polls_per_look == 0)) gone_ = is_gone();
}

inline ssize_t SharedStream::received_nothing(char* to, std::size_t room) {
    const bool was_gone = gone_;
    // Until the first byte it checks each time.
    polled_in_vain(read_ == 0);
    // The other end may have written before it went.
    if (gone_ && !was_gone) return receive(to, room);
    if (gone_) return 0;
    errno = EAGAIN;
    return -1;
}

/// The reader may have gone.
inline ssize_t SharedStream::sent_nothing() {
    polled_in_vain(false);
    errno = gone_ ? EPIPE : EAGAIN;
    return -1;
}

inline ssize_t SharedStream::failed() {
    errno = EPROTO;
    return -1;
}

inline std::string Introduction::new_name() {
    unsigned char random[name_bytes / 2];
    if (getrandom(random, sizeof random, 0) != static_cast<ssize_t>(sizeof random))
        throw Failure(describe_error("getrandom", errno));
    return to_hex(random, sizeof random);
}

inline bool Introduction::is_name(const std::string& name) {
    return name.size() == name_bytes && name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace pingmark
