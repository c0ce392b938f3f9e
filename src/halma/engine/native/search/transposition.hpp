// What was found out about positions that come up again, shared by all threads of a search.
//
// Two words an entry, the key mixed into the data: words written by different threads do not fit together and are
// taken for nothing, so no locks are needed.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace halma::engine {

enum class Bound : std::uint8_t { none, upper, lower, exact };

struct Known {
    int value = 0;
    int depth = 0;
    Bound bound = Bound::none;
    std::uint32_t move = 0;  // a mark of the best move, 0 for none
};

class Transpositions {
   public:
    // Room for so many entries, rounded up to a power of two, but for no more than fit into the memory.
    Transpositions(double entries, int megabytes);

    std::optional<Known> find(std::uint64_t key) const {
        const auto& slot = slots_[at(key)];
        const auto data = slot.data.load(std::memory_order_relaxed);
        if ((slot.check.load(std::memory_order_relaxed) ^ data) != key) return std::nullopt;
        return unpack(data);
    }

    void keep(std::uint64_t key, const Known& known) {
        auto& slot = slots_[at(key)];
        const auto old = slot.data.load(std::memory_order_relaxed);
        const bool same = (slot.check.load(std::memory_order_relaxed) ^ old) == key;
        const Known before = unpack(old);
        // Deep results are dear; a bound of the same position must not push out an exact value of the same depth.
        if (same && before.depth > known.depth + (known.bound == Bound::exact ? 2 : 0)) return;
        Known written = known;
        if (same && !written.move) written.move = before.move;
        const auto data = pack(written);
        slot.check.store(key ^ data, std::memory_order_relaxed);
        slot.data.store(data, std::memory_order_relaxed);
    }

   private:
    struct Slot {
        std::atomic<std::uint64_t> check{0};
        std::atomic<std::uint64_t> data{0};
    };

    static constexpr int offset = 1 << 20;

    static std::uint64_t pack(const Known& known) {
        return static_cast<std::uint64_t>(known.value + offset) | static_cast<std::uint64_t>(known.depth & 127) << 21 |
               static_cast<std::uint64_t>(known.bound) << 28 | static_cast<std::uint64_t>(known.move) << 32;
    }
    static Known unpack(std::uint64_t data) {
        return {static_cast<int>(data & 0x1FFFFF) - offset, static_cast<int>(data >> 21 & 127),
                static_cast<Bound>(data >> 28 & 3), static_cast<std::uint32_t>(data >> 32)};
    }
    std::size_t at(std::uint64_t key) const { return (key * 0x9E3779B97F4A7C15u >> 16) & (size_ - 1); }

    std::size_t size_;
    std::unique_ptr<Slot[]> slots_;
};

}  // namespace halma::engine
