// Takes numbers one by one from a list, each within its bounds. Nothing is trusted: what does not fit is refused, with
// the name of what does not fit. generated/read_fields.hpp reads whole structs with it.
#pragma once

#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "bounded_list.hpp"
#include "cells.hpp"
#include "seats.hpp"

namespace halma {

inline void require(bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(std::string("halma: ") + what);
}

class Reader {
   public:
    explicit Reader(std::span<const std::int32_t> numbers) : numbers_(numbers) {}

    template <class Value = int>
    Value number(int least, int most, const char* what) {
        if (at_ == numbers_.size()) refuse(what, "is missing: there are too few numbers");
        const int value = numbers_[at_++];
        if (value < least || value > most) refuse(what, "is out of its bounds");
        return static_cast<Value>(value);
    }
    bool flag(const char* what) { return number(0, 1, what) != 0; }
    template <class Word>
    Word word(const char* what) {
        return number<Word>(0, word_count(Word{}) - 1, what);
    }
    CellSet cell_set(int cells, const char* what) {
        CellSet found;
        for (int count = length(0, cells, what); count > 0; --count) found.insert(number(0, cells - 1, what));
        return found;
    }
    Seats seat_set(int seats, const char* what) {
        Seats found = 0;
        for (int count = length(0, seats, what); count > 0; --count) found |= seat_bit(number(0, seats - 1, what));
        return found;
    }
    template <class Read>
    auto optional(const char* what, Read read) {
        return flag(what) ? std::optional(read()) : std::nullopt;
    }
    template <class Container, class Read>
    Container list(int least, int most, const char* what, Read read) {
        int count = 0;
        return counted_list<Container>(count, least, most, what, read);
    }
    // The length is told before the items are read.
    template <class Container, class Read>
    Container counted_list(int& count, int least, int most, const char* what, Read read) {
        count = length(least, most, what);
        Container found{};
        fill(found, static_cast<std::size_t>(count), read);
        return found;
    }
    // A list for each cell.
    template <class Item, class Read>
    Lists<Item> table(int cells, int most, const char* what, Read read) {
        length(cells, cells, what);
        Lists<Item> found;
        for (int cell = 0; cell < cells; ++cell) add_row(found, most, what, read);
        return found;
    }
    // A list for each cell, or none at all.
    template <class Item, class Read>
    Lists<Item> optional_table(int cells, int most, const char* what, Read read) {
        return skip_missing() ? Lists<Item>{} : table<Item>(cells, most, what, read);
    }
    Rays rays(int cells, int most, const char* what) {
        length(cells, cells, what);
        Rays found;
        found.from.resize(static_cast<std::size_t>(cells));
        for (auto& lines : found.from)
            for (int count = length(0, most, what); count > 0; --count)
                add_row(lines, cells, what, [&] { return number<Cell>(0, cells - 1, what); });
        return found;
    }
    Rays optional_rays(int cells, int most, const char* what) {
        return skip_missing() ? Rays{} : rays(cells, most, what);
    }
    void finish() const { require(at_ == numbers_.size(), "the list of numbers goes on after its end"); }

   private:
    [[noreturn]] static void refuse(const char* what, const char* why) {
        throw std::invalid_argument(std::string("halma: ") + what + " " + why);
    }
    int length(int least, int most, const char* what) {
        if (at_ < numbers_.size() && (numbers_[at_] < least || numbers_[at_] > most))
            refuse(what, "has a length out of its bounds");
        return number(least, most, what);
    }
    // What may be missing has no rows then.
    bool skip_missing() {
        if (at_ == numbers_.size() || numbers_[at_] != 0) return false;
        ++at_;
        return true;
    }
    template <class Item, class Read>
    void add_row(Lists<Item>& lists, int most, const char* what, Read read) {
        for (int count = length(0, most, what); count > 0; --count) lists.push_back(read());
        lists.end_row();
    }
    template <class Item, class Read>
    static void fill(std::vector<Item>& found, std::size_t count, Read& read) {
        found.reserve(count);
        for (std::size_t i = 0; i < count; ++i) found.push_back(read());
    }
    template <class Item, std::size_t room, class Read>
    static void fill(std::array<Item, room>& found, std::size_t count, Read& read) {
        for (std::size_t i = 0; i < count; ++i) found.at(i) = read();
    }
    template <class Item, std::size_t room, class Read>
    static void fill(BoundedList<Item, room>& found, std::size_t count, Read& read) {
        for (std::size_t i = 0; i < count; ++i) found.push_back(read());
    }

    std::span<const std::int32_t> numbers_;
    std::size_t at_ = 0;
};

}  // namespace halma
