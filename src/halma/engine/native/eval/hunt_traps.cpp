#include "eval/hunt_traps.hpp"

namespace halma::engine {

Traps::Traps(const Rules& rules, const Distances& distance, const Weights& weights)
    : rules_(rules), distance_(distance), weights_(weights) {
    std::size_t fewest = SIZE_MAX, most = 0;
    for (int cell = 0; cell < rules_.cells; ++cell) {
        fewest = std::min<std::size_t>(fewest, rules_.neighbours[cell].size());
        most = std::max<std::size_t>(most, rules_.neighbours[cell].size());
    }
    const auto on_rim = [&](int cell) { return rules_.neighbours[cell].size() < most; };
    for (int corner = 0; corner < rules_.cells; ++corner) {
        if (rules_.neighbours[corner].size() > fewest) continue;
        std::vector<CellSet> sides;
        for (auto first : rules_.neighbours[corner]) {
            if (!on_rim(first)) continue;
            CellSet side;
            side.insert(corner);
            for (int cell = first, next = first; next != no_cell; cell = next) {
                side.insert(cell);
                next = no_cell;
                for (auto near : rules_.neighbours[cell])
                    if (on_rim(near) && !side.contains(near) && distance_(corner, near) > distance_(corner, cell))
                        next = near;
            }
            sides.push_back(side);
        }
        if (sides.size() != 2) continue;
        for (int pocket = 1; pocket <= 2; ++pocket) add(corner, sides[0], sides[1], pocket);
    }
}

const Trap* Traps::best(const CellSet& prey, int left) const {
    std::array<Cell, most_cells + 1> cells;
    std::size_t count = 0;
    prey.each([&](int cell) { cells[count++] = static_cast<Cell>(cell); });
    const Trap* found = nullptr;
    int most = 0;
    for (const auto& trap : traps_) {
        if ((trap.pocket == 2) != (left > many)) continue;
        int sum = 0;
        for (std::size_t i = 0; i < count; ++i) sum += trap.standing[cells[i]];
        if (found && sum <= most) continue;
        most = sum;
        found = &trap;
    }
    return found;
}

void Traps::add(int corner, const CellSet& one, const CellSet& other, int pocket) {
    Trap trap;
    trap.pocket = pocket;
    trap.bait.insert(corner);
    for (int cell = 0; cell < rules_.cells; ++cell) {
        const int way = distance_(corner, cell);
        const bool diagonal = distance_.nearest(cell, one) > pocket && distance_.nearest(cell, other) > pocket;
        if (way > pocket && way <= pocket + 2) trap.walls.insert(cell);
        const bool rim = distance_.nearest(cell, one) < 2 || distance_.nearest(cell, other) < 2;
        if (way > pocket && ((way <= pocket + 6 && rim) || (way <= pocket + 3 && !diagonal))) trap.arms.insert(cell);
        if (distance_.nearest(cell, one) < distance_.nearest(cell, other)) trap.half.insert(cell);
        trap.standing.push_back((cell == corner             ? weights_.hunt_trap_bait
                                 : trap.arms.contains(cell) ? weights_.hunt_trap_arm
                                                            : 0) -
                                way);
    }
    traps_.push_back(trap);
}

}  // namespace halma::engine
