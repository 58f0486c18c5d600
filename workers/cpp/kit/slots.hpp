#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "kit/constants.hpp"

namespace pingmark {

/// One message in flight. A sequence number is (generation << slot_bits) | slot.
struct Slot {
    std::int64_t intended_at = 0;
    std::int64_t sent_at = 0;
    std::uint64_t sent = 0;         ///< messages this slot has sent; the latest has generation `sent - 1`
    std::uint64_t answered = 0;     ///< bit k: generation `sent - 1 - k` was answered
    std::uint32_t order = 0;        ///< position in the connection's send order
    std::uint32_t next_vacant = 0;  ///< in the queue of vacant slots
    std::uint32_t body_bytes = 0;   ///< of the latest message
    bool waiting = false;           ///< the latest message is neither answered nor lost
    bool counted = false;           ///< the latest message belongs to the window
};

enum class Stray { late, duplicated, corrupt };

/// The messages in flight on one connection.
class Slots {
public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    explicit Slots(std::uint32_t in_flight) : slots_(in_flight) {
        while ((std::uint64_t{1} << bits_) < in_flight) ++bits_;
    }

    std::uint32_t size() const { return static_cast<std::uint32_t>(slots_.size()); }
    Slot& operator[](std::uint32_t index) { return slots_[index]; }
    std::uint32_t index_of(std::uint32_t sequence) const { return sequence & index_mask(); }

    /// Queues all slots without an outstanding message.
    void begin_measurement() {
        first_vacant_ = none;
        for (std::uint32_t i = 0; i < size(); ++i) {
            if (!slots_[i].waiting) vacate(i);
        }
    }

    /// The slot that has been vacant longest, or `none`.
    std::uint32_t vacant() const { return first_vacant_; }

    void vacate(std::uint32_t index) {
        slots_[index].next_vacant = none;
        (first_vacant_ == none ? first_vacant_ : slots_[last_vacant_].next_vacant) = index;
        last_vacant_ = index;
    }

    void take_vacant() { first_vacant_ = slots_[first_vacant_].next_vacant; }

    /// Begins the slot's next message and returns its sequence number.
    std::uint32_t begin(std::uint32_t index, std::int64_t intended, std::int64_t now, bool counted) {
        Slot& slot = slots_[index];
        const auto sequence = static_cast<std::uint32_t>(slot.sent << bits_) | index;
        ++slot.sent;
        slot.answered <<= 1;
        slot.intended_at = intended;
        slot.sent_at = now;
        slot.order = next_order_++;
        slot.waiting = true;
        slot.counted = counted;
        return sequence;
    }

    /// One way, slots are used in turn.
    struct Row {
        std::uint32_t first;    ///< slot
        std::uint32_t waiting;  ///< outstanding messages from the first slot to the last
    };

    /// The outstanding messages sent no later than this slot's.
    Row row_up_to(std::uint32_t last) const {
        Row row{last, 0};
        std::uint32_t index = last;
        for (std::uint32_t seen = 0; seen < size(); ++seen) {
            const Slot& slot = slots_[index];
            if (static_cast<std::int32_t>(slot.order - slots_[last].order) > 0) break;
            if (slot.waiting) row = {index, row.waiting + 1};
            index = before(index);
        }
        return row;
    }

    std::uint32_t after(std::uint32_t index) const { return index + 1 == size() ? 0 : index + 1; }

    bool awaits(std::uint32_t sequence) const {
        const std::uint32_t index = index_of(sequence);
        return index < slots_.size() && slots_[index].waiting && age(slots_[index], sequence) == 0;
    }

    void answer(Slot& slot) {
        slot.waiting = false;
        slot.answered |= 1;
    }

    /// Whether a later message was already answered. Send order wraps, hence the difference.
    bool overtaken(const Slot& slot) {
        if (static_cast<std::int32_t>(slot.order - newest_answered_) < 0) return true;
        newest_answered_ = slot.order;
        return false;
    }

    /// Classifies an answer that no slot waits for.
    Stray classify(std::uint32_t sequence) {
        const std::uint32_t index = index_of(sequence);
        if (index >= slots_.size()) return Stray::corrupt;
        Slot& slot = slots_[index];
        const std::uint32_t generations_ago = age(slot, sequence);
        if (generations_ago >= slot.sent) return Stray::corrupt;
        // Older than the history means late: a slot can send thousands before a lost message's answer comes, while a
        // duplicate closely follows its original.
        if (generations_ago >= answers_remembered_per_slot) return Stray::late;
        const std::uint64_t bit = std::uint64_t{1} << generations_ago;
        if ((slot.answered & bit) != 0) return Stray::duplicated;
        slot.answered |= bit;
        return Stray::late;
    }

private:
    std::uint32_t before(std::uint32_t index) const { return (index == 0 ? size() : index) - 1; }
    std::uint32_t index_mask() const { return (std::uint32_t{1} << bits_) - 1; }

    /// How many generations a sequence number is behind the slot's latest message.
    std::uint32_t age(const Slot& slot, std::uint32_t sequence) const {
        return ((static_cast<std::uint32_t>(slot.sent - 1) << bits_) - (sequence & ~index_mask())) >> bits_;
    }

    std::vector<Slot> slots_;
    unsigned bits_ = 0;
    std::uint32_t next_order_ = 0;
    std::uint32_t newest_answered_ = 0;
    std::uint32_t first_vacant_ = none;
    std::uint32_t last_vacant_ = none;
};

}  // namespace pingmark
