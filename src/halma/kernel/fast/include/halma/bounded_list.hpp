// A list of few items without memory of its own.
#pragma once

#include <array>
#include <cstddef>
#include <stdexcept>

namespace halma {

template <class Item, std::size_t room>
class BoundedList {
   public:
    void push_back(const Item& item) {
        if (count_ == room) throw std::length_error("halma: a list is full");
        items_[count_++] = item;
    }
    // Becomes the first items of an array.
    void assign(const std::array<Item, room>& items, std::size_t count) {
        if (count > room) throw std::length_error("halma: a list is full");
        items_ = items;
        count_ = count;
    }
    std::size_t size() const { return count_; }
    bool empty() const { return count_ == 0; }
    const Item& operator[](std::size_t at) const { return items_[at]; }
    auto begin() const { return items_.begin(); }
    auto end() const { return items_.begin() + static_cast<std::ptrdiff_t>(count_); }

   private:
    std::array<Item, room> items_{};
    std::size_t count_ = 0;
};

}  // namespace halma
