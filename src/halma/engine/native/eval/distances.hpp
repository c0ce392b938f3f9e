// Steps between cells.
#pragma once

#include <algorithm>
#include <vector>

#include "halma/halma.hpp"

namespace halma::engine {

constexpr std::size_t at(int index) { return static_cast<std::size_t>(index); }

// Steps from every cell to every other one on an empty board.
class Distances {
   public:
    static constexpr std::uint8_t far = 255;

    explicit Distances(const Rules& rules);

    int operator()(int from, int to) const { return steps_[at(from) * cells_ + at(to)]; }

    // To the nearest of some cells, but for one of them.
    int nearest(int from, const CellSet& others, int but = no_cell) const {
        int least = far;
        others.each([&](int other) {
            if (other != but) least = std::min(least, (*this)(from, other));
        });
        return least;
    }

   private:
    std::size_t cells_;
    std::vector<std::uint8_t> steps_;
};

}  // namespace halma::engine
