#include "eval/distances.hpp"

namespace halma::engine {

Distances::Distances(const Rules& rules) : cells_(at(rules.cells)), steps_(cells_ * cells_, far) {
    std::vector<Cell> open(cells_);
    for (int from = 0; from < rules.cells; ++from) {
        auto* row = &steps_[at(from) * cells_];
        std::size_t count = 1;
        open[0] = static_cast<Cell>(from);
        row[from] = 0;
        // Every cell enters once, so there is room for all of them.
        for (std::size_t i = 0; i < count; ++i)
            for (auto near : rules.neighbours[open[i]])
                if (at(near) < cells_ && row[near] == far) {
                    row[near] = static_cast<std::uint8_t>(std::min(row[open[i]] + 1, far - 1));
                    open[count++] = near;
                }
    }
}

}  // namespace halma::engine
