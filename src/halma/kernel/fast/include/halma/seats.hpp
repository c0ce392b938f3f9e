// Sets of seats, and what stands on a cell.
#pragma once

#include <cstdint>

namespace halma {

// What stands on a cell: 0 for nothing, else the number of a kind from 1.
using Content = std::uint8_t;

using Seats = std::uint8_t;  // a set of seats, one bit each
constexpr Seats seat_bit(int seat) { return static_cast<Seats>(1u << seat); }
constexpr bool has_seat(Seats seats, int seat) { return seats >> seat & 1; }

}  // namespace halma
