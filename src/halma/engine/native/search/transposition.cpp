#include "search/transposition.hpp"

#include <algorithm>
#include <bit>

namespace halma::engine {

Transpositions::Transpositions(double entries, int megabytes)
    : size_(std::min(std::bit_ceil(static_cast<std::size_t>(std::clamp(entries, 1024.0, 1e12))),
                     std::bit_floor((static_cast<std::size_t>(std::max(megabytes, 1)) << 20) / sizeof(Slot)))),
      slots_(new Slot[size_]) {}

}  // namespace halma::engine
