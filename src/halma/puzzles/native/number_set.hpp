// A growing set of numbers, for positions that are written as numbers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "machine.hpp"

namespace halma::puzzles {

inline std::uint64_t mixed(std::uint64_t value) {
    value ^= value >> 32;
    value *= 0xd6e8feb86659fd93u;
    value ^= value >> 32;
    value *= 0xd6e8feb86659fd93u;
    return value ^ value >> 32;
}

// Spreads numbers so that their leading bits say where they belong in a table of any size.
inline std::uint32_t spread(std::uint32_t key) { return key * std::uint32_t{0x9e3779b1}; }
inline std::uint64_t spread(std::uint64_t key) { return mixed(key); }

// 0 marks a free slot and is kept aside.
template <class Key>
class NumberSet {
   public:
    explicit NumberSet(std::size_t expected = 512) {
        while (3 * capacity() < 4 * expected) --shift_;
        slots_.assign(capacity(), 0);
    }
    bool insert(Key key) {
        if (!key) return !std::exchange(zero_, true);
        if (4 * (count_ + 1) > 3 * slots_.size()) grow();
        return put(key);
    }
    bool contains(Key key) const {
        if (!key) return zero_;
        for (std::size_t at = slot(key);; at = (at + 1) & (slots_.size() - 1)) {
            if (slots_[at] == key) return true;
            if (!slots_[at]) return false;
        }
    }
    // Empty again, with the memory it had.
    void clear() {
        std::fill(slots_.begin(), slots_.end(), 0);
        count_ = 0;
        zero_ = false;
    }
    std::size_t bytes() const { return slots_.capacity() * sizeof(Key); }
    void prefetch(Key key) const { prefetch_memory(&slots_[slot(key)]); }
    std::vector<Key> values() const {
        std::vector<Key> found;
        found.reserve(count_ + 1);
        if (zero_) found.push_back(0);
        for (auto key : slots_)
            if (key) found.push_back(key);
        return found;
    }

   private:
    std::size_t capacity() const { return std::size_t{1} << (std::numeric_limits<Key>::digits - shift_); }
    std::size_t slot(Key key) const { return static_cast<std::size_t>(spread(key) >> shift_); }
    bool put(Key key) {
        std::size_t at = slot(key);
        while (slots_[at]) {
            if (slots_[at] == key) return false;
            at = (at + 1) & (slots_.size() - 1);
        }
        slots_[at] = key;
        ++count_;
        return true;
    }
    void grow() {
        const auto old = std::move(slots_);
        --shift_;
        slots_.assign(capacity(), 0);
        count_ = 0;
        for (auto key : old)
            if (key) put(key);
    }
    std::vector<Key> slots_;
    std::size_t count_ = 0;
    int shift_ = std::numeric_limits<Key>::digits - 6;
    bool zero_ = false;
};

}  // namespace halma::puzzles
