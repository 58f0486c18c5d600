#pragma once

#include <cstddef>
#include <new>
#include <utility>

namespace pingmark {

/// Room for one pending operation. Asio keeps memory of ended operations for new ones, but only of a few, and a client
/// has one that receives and one that sends for each of its connections.
class HandlerMemory {
public:
    HandlerMemory() = default;
    HandlerMemory(const HandlerMemory&) = delete;

    void* take(std::size_t bytes) {
        if (taken_ || bytes > sizeof room_) return ::operator new(bytes);
        taken_ = true;
        return room_;
    }

    void give_back(void* place) {
        if (place == room_) {
            taken_ = false;
        } else {
            ::operator delete(place);
        }
    }

private:
    alignas(std::max_align_t) unsigned char room_[256];
    bool taken_ = false;
};

/// What Asio asks a handler for.
template <class T>
class HandlerAllocator {
public:
    using value_type = T;

    explicit HandlerAllocator(HandlerMemory& memory) : memory_(&memory) {}
    template <class Other>
    HandlerAllocator(const HandlerAllocator<Other>& other) : memory_(other.memory_) {}

    T* allocate(std::size_t n) { return static_cast<T*>(memory_->take(n * sizeof(T))); }
    void deallocate(T* place, std::size_t) { memory_->give_back(place); }

    friend bool operator==(const HandlerAllocator& a, const HandlerAllocator& b) { return a.memory_ == b.memory_; }
    friend bool operator!=(const HandlerAllocator& a, const HandlerAllocator& b) { return a.memory_ != b.memory_; }

private:
    template <class Other>
    friend class HandlerAllocator;
    HandlerMemory* memory_;
};

/// A handler whose operation has its place in `memory`.
template <class Handler>
class HandlerIn {
public:
    using allocator_type = HandlerAllocator<Handler>;

    HandlerIn(HandlerMemory& memory, Handler handler) : memory_(memory), handler_(std::move(handler)) {}

    allocator_type get_allocator() const noexcept { return allocator_type(memory_); }

    template <class... Arguments>
    void operator()(Arguments&&... arguments) {
        handler_(std::forward<Arguments>(arguments)...);
    }

private:
    HandlerMemory& memory_;
    Handler handler_;
};

}  // namespace pingmark
