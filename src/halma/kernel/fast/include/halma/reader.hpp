// Takes numbers one by one from a list, each within its bounds. Nothing is trusted: what does not fit is refused.
#pragma once

#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "cells.hpp"

namespace halma {

inline void require(bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(std::string("halma: ") + what);
}

class Reader {
   public:
    explicit Reader(std::span<const std::int32_t> numbers) : numbers_(numbers) {}

    int number(int least, int most) {
        require(at_ < numbers_.size(), "the list of numbers ends too early");
        const int value = numbers_[at_++];
        require(least <= value && value <= most, "a number is out of its bounds");
        return value;
    }
    bool flag() { return number(0, 1) != 0; }
    template <class Word>
    Word word(int count) {
        return static_cast<Word>(number(0, count - 1));
    }
    std::vector<int> list(int longest, int least, int most) {
        std::vector<int> found(static_cast<std::size_t>(number(0, longest)));
        for (auto& one : found) one = number(least, most);
        return found;
    }
    std::vector<Cell> cell_list(int longest, int most) {
        std::vector<Cell> found(static_cast<std::size_t>(number(0, longest)));
        for (auto& one : found) one = static_cast<Cell>(number(0, most));
        return found;
    }
    CellSet set(int cells) {
        CellSet found;
        for (auto cell : cell_list(cells, cells - 1)) found.insert(cell);
        return found;
    }
    std::optional<CellSet> set_or_none(int cells) {
        require(at_ < numbers_.size(), "the list of numbers ends too early");
        if (numbers_[at_] == -1) {
            ++at_;
            return std::nullopt;
        }
        return set(cells);
    }
    void finish() const { require(at_ == numbers_.size(), "the list of numbers goes on after its end"); }

   private:
    std::span<const std::int32_t> numbers_;
    std::size_t at_ = 0;
};

}  // namespace halma
