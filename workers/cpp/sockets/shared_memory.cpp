#include "shared_memory.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <cerrno>

#include "kit/failure.hpp"

namespace pingmark {

Segment::Segment(const std::string& path, bool is_new) {
    const int how = O_RDWR | O_CLOEXEC | O_NOFOLLOW | (is_new ? O_CREAT | O_EXCL : 0);
    const Socket file(::open(path.c_str(), how, S_IRUSR | S_IWUSR));
    if (file.fd() < 0) throw Failure(describe_error("open " + path, errno));
    // Memory that is not there when it is needed would end the process.
    const int error = is_new ? posix_fallocate(file.fd(), 0, bytes) : 0;
    if (error != 0) throw Failure(describe_error("posix_fallocate " + path, error));
    struct stat status {};
    if (fstat(file.fd(), &status) != 0 || status.st_size != static_cast<off_t>(bytes))
        throw Failure(path + " is no segment of " + std::to_string(bytes) + " bytes");
    void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.fd(), 0);
    if (memory == MAP_FAILED) throw Failure(describe_error("mmap " + path, errno));
    memory_ = static_cast<char*>(memory);
}

Segment::~Segment() {
    if (memory_ != nullptr) munmap(memory_, bytes);
}

bool SharedStream::is_gone() const {
    char none;
    const ssize_t n = recv(fd_, &none, sizeof none, MSG_PEEK | MSG_DONTWAIT);
    return n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR);
}

void SharedStream::polled_in_vain(bool looks) {
    ++polls_in_vain_;
    if (polls_in_vain_ % polls_per_yield == 0) sched_yield();
    if (!gone_ && (looks || polls_in_vain_ % polls_per_look == 0)) gone_ = is_gone();
}

ssize_t SharedStream::received_nothing(char* to, std::size_t room) {
    const bool was_gone = gone_;
    // Until something has arrived it looks each time.
    polled_in_vain(read_ == 0);
    // It may have written before it went.
    if (gone_ && !was_gone) return receive(to, room);
    if (gone_) return 0;
    errno = EAGAIN;
    return -1;
}

/// Who reads no more may have gone.
ssize_t SharedStream::sent_nothing() {
    polled_in_vain(false);
    errno = gone_ ? EPIPE : EAGAIN;
    return -1;
}

ssize_t SharedStream::failed() {
    errno = EPROTO;
    return -1;
}

std::string Introduction::new_name() {
    unsigned char random[name_bytes / 2];
    if (getrandom(random, sizeof random, 0) != static_cast<ssize_t>(sizeof random))
        throw Failure(describe_error("getrandom", errno));
    constexpr char digits[] = "0123456789abcdef";
    std::string name;
    for (const unsigned char byte : random) {
        name += digits[byte >> 4];
        name += digits[byte & 15];
    }
    return name;
}

bool Introduction::is_name(const std::string& name) {
    return name.size() == name_bytes && name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace pingmark
