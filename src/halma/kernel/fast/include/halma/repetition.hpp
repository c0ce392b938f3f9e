// How often each position of a game has occurred, by its hash.
//
// Two positions with the same 64-bit hash would be taken for one; among a million positions of a game that is a chance
// of less than one in ten millions.
#pragma once

#include <cstdint>
#include <vector>

namespace halma {

class Repetitions {
   public:
    // Counts one more occurrence and tells how many there are now.
    int count(std::uint64_t key) {
        if (2 * (used_ + 1) > slots_.size()) grow();
        auto& slot = find(key);
        if (slot.era != era_) {
            slot = {key, era_, 0};
            ++used_;
        }
        return static_cast<int>(++slot.count);
    }
    void forget(std::uint64_t key) {
        if (slots_.empty()) return;
        auto& slot = find(key);
        if (slot.era == era_ && --slot.count == 0) remove(static_cast<std::size_t>(&slot - slots_.data()));
    }
    int occurrences(std::uint64_t key) const {
        if (slots_.empty()) return 0;
        const auto& slot = const_cast<Repetitions*>(this)->find(key);
        return slot.era == era_ ? static_cast<int>(slot.count) : 0;
    }
    void clear() {
        used_ = 0;
        // A new era makes all slots stale without touching them.
        if (++era_ == 0) {
            slots_.clear();
            era_ = 1;
        }
    }

   private:
    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t era = 0;
        std::uint32_t count = 0;
    };

    std::size_t home(std::uint64_t key) const { return (key * 0x9E3779B97F4A7C15u >> 20) & (slots_.size() - 1); }

    Slot& find(std::uint64_t key) {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = home(key);
        while (slots_[at].era == era_ && slots_[at].key != key) at = (at + 1) & mask;
        return slots_[at];
    }

    // Closes the gap, so that a search, which counts and forgets without end, leaves no traces.
    void remove(std::size_t gap) {
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t at = (gap + 1) & mask; slots_[at].era == era_; at = (at + 1) & mask) {
            // A slot may move into the gap if that does not lie before the place it is looked for first.
            if (((at - home(slots_[at].key)) & mask) >= ((at - gap) & mask)) {
                slots_[gap] = slots_[at];
                gap = at;
            }
        }
        slots_[gap].era = 0;
        --used_;
    }

    void grow() {
        std::vector<Slot> old(slots_.empty() ? 64 : 2 * slots_.size());
        old.swap(slots_);
        used_ = 0;
        for (const auto& slot : old)
            if (slot.era == era_) {
                find(slot.key) = slot;
                ++used_;
            }
    }

    std::vector<Slot> slots_;
    std::size_t used_ = 0;
    std::uint32_t era_ = 1;
};

}  // namespace halma
