// Cells and sets of cells. Knows neither pieces nor rules.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "generated/words.hpp"

namespace halma {

// Cells are numbered from 0; the number after the last one is where pieces go that leave the board.
using Cell = std::uint16_t;

inline constexpr int no_cell = -1;
// Room for all cells and off the board. Reading rules refuses larger boards, so no set overflows.
inline constexpr std::size_t set_words = most_cells / 64 + 1;

class CellSet {
   public:
    bool contains(int cell) const { return words_[word(cell)] >> bit(cell) & 1; }
    void insert(int cell) { words_[word(cell)] |= std::uint64_t{1} << bit(cell); }
    void erase(int cell) { words_[word(cell)] &= ~(std::uint64_t{1} << bit(cell)); }

    bool any() const {
        std::uint64_t all = 0;
        for (auto one : words_) all |= one;
        return all != 0;
    }
    int count() const {
        int sum = 0;
        for (auto one : words_) sum += std::popcount(one);
        return sum;
    }
    bool meets(const CellSet& other) const {
        std::uint64_t all = 0;
        for (std::size_t i = 0; i < set_words; ++i) all |= words_[i] & other.words_[i];
        return all != 0;
    }
    bool within(const CellSet& other) const { return !(*this - other).any(); }
    // The lowest cell; only of a set that has one.
    int first() const {
        std::size_t i = 0;
        while (i + 1 < set_words && !words_[i]) ++i;
        return static_cast<int>(64 * i) + std::countr_zero(words_[i]);
    }

    CellSet& operator&=(const CellSet& other) {
        for (std::size_t i = 0; i < set_words; ++i) words_[i] &= other.words_[i];
        return *this;
    }
    CellSet& operator|=(const CellSet& other) {
        for (std::size_t i = 0; i < set_words; ++i) words_[i] |= other.words_[i];
        return *this;
    }
    CellSet& operator-=(const CellSet& other) {
        for (std::size_t i = 0; i < set_words; ++i) words_[i] &= ~other.words_[i];
        return *this;
    }
    friend CellSet operator&(CellSet one, const CellSet& other) { return one &= other; }
    friend CellSet operator|(CellSet one, const CellSet& other) { return one |= other; }
    friend CellSet operator-(CellSet one, const CellSet& other) { return one -= other; }
    friend bool operator==(const CellSet&, const CellSet&) = default;

    // Calls visit(cell) in rising order; stops when visit returns true and then returns true.
    template <class Visit>
    bool find(Visit visit) const {
        for (std::size_t i = 0; i < set_words; ++i)
            for (auto rest = words_[i]; rest; rest &= rest - 1)
                if (visit(static_cast<int>(64 * i) + std::countr_zero(rest))) return true;
        return false;
    }
    template <class Visit>
    void each(Visit visit) const {
        find([&](int cell) {
            visit(cell);
            return false;
        });
    }

    std::uint64_t mixed() const {
        std::uint64_t sum = 0;
        for (auto one : words_) {
            sum = (sum ^ one) * 0x9E3779B97F4A7C15u;
            sum ^= sum >> 32;
        }
        return sum;
    }

   private:
    static std::size_t word(int cell) { return static_cast<std::size_t>(cell) >> 6; }
    static int bit(int cell) { return cell & 63; }

    std::array<std::uint64_t, set_words> words_{};
};

// For each cell a list of items, laid end to end.
template <class Item>
class Lists {
   public:
    // Adds an item to the row at the end, which is open until it is ended.
    void push_back(const Item& item) { items_.push_back(item); }
    void end_row() { ends_.push_back(static_cast<std::uint32_t>(items_.size())); }
    std::size_t size() const { return ends_.size() - 1; }
    bool empty() const { return size() == 0; }
    // Nothing for a number beyond the last row: nobody moves on from off the board.
    std::span<const Item> operator[](int row) const {
        const auto at = static_cast<std::size_t>(row);
        if (at >= size()) return {};
        return {items_.data() + ends_[at], ends_[at + 1] - ends_[at]};
    }

   private:
    std::vector<Item> items_;
    std::vector<std::uint32_t> ends_{0};
};

// For each cell some straight lines from it.
class Rays {
   public:
    std::vector<Lists<Cell>> from;
    bool empty() const { return from.empty(); }
};

}  // namespace halma
