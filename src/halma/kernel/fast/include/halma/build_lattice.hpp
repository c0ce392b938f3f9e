// Makes the lattice of a game from where the cells of its board lie in words, and checks that whole-board shifts then
// make the moves of the game.
#pragma once

#include <algorithm>

#include "lattice_moves.hpp"
#include "reader.hpp"
#include "rules.hpp"

namespace halma {

class LatticeBuilder {
   public:
    // The rules have their kinds by content.
    LatticeBuilder(const Rules& rules, const WordLayout& layout, bool portable)
        : rules_(rules), layout_(layout), portable_(portable) {}

    // Nothing if some piece moves otherwise than along all lines of the board.
    std::optional<Lattice> build() const;

   private:
    // For each direction the neighbour of each cell.
    using Next = std::vector<std::vector<int>>;

    void steps(Lattice& lattice, const Next& next) const;
    void hops(Lattice& lattice, const Next& next) const;
    void far(Lattice& lattice, const Next& next) const;
    bool fits(Lattice& lattice, const Next& next) const;
    bool moves_fit(const std::vector<Mover>& movers, int cell, const Next& next) const;

    const Rules& rules_;
    const WordLayout& layout_;
    bool portable_;
};

inline std::optional<Lattice> LatticeBuilder::build() const {
    Lattice lattice;
    lattice.class_of = layout_.class_of;
    lattice.bit_of = layout_.bit_of;
    for (std::size_t cell = 0; cell < lattice.bit_of.size(); ++cell) {
        const auto own = lattice.class_of[cell];
        const Word bit = Word{1} << lattice.bit_of[cell];
        require(!(lattice.cells[own] & bit), "two cells lie on the same bit");
        lattice.cells[own] |= bit;
        lattice.cell[own][lattice.bit_of[cell]] = static_cast<Cell>(cell);
    }
    const Next& next = layout_.next;
    lattice.directions = static_cast<int>(next.size());
    lattice.lines = lattice.directions / 2;
    require(lattice.directions % 2 == 0, "a direction has no opposite");
    steps(lattice, next);
    hops(lattice, next);
    far(lattice, next);
    lattice.wide = !portable_ && wide_supported();
    return fits(lattice, next) ? std::optional(std::move(lattice)) : std::nullopt;
}

inline void LatticeBuilder::steps(Lattice& lattice, const Next& next) const {
    for (std::size_t way = 0; way < next.size(); ++way) {
        auto& found = lattice.ways[way];
        for (std::size_t cell = 0; cell < next[way].size(); ++cell) {
            const int land = next[way][cell];
            if (land == no_cell) continue;
            const auto to = static_cast<std::size_t>(land);
            require(next[(way + next.size() / 2) % next.size()][to] == static_cast<int>(cell),
                    "opposite directions do not lead back");
            const auto own = lattice.class_of[cell];
            const int by = lattice.bit_of[to] - lattice.bit_of[cell];
            const int turn = own ^ lattice.class_of[to];
            require(turn && (!found.turn || found.turn == turn), "steps of one direction are not one change of class");
            found.turn = static_cast<std::uint8_t>(turn);
            Shifts one{};
            one.set(own, by);
            require(!found.valid[own] ||
                        (found.shifts.left[own] == one.left[own] && found.shifts.right[own] == one.right[own]),
                    "steps of one direction are not one shift");
            found.shifts.set(own, by);
            found.valid[own] |= Word{1} << lattice.bit_of[cell];
        }
        require(found.turn, "nobody can go in one direction");
    }
}

inline void LatticeBuilder::hops(Lattice& lattice, const Next& next) const {
    for (std::size_t line = 0; line < next.size() / 2; ++line) {
        auto& found = lattice.hops[line];
        found.turn = lattice.ways[line].turn;
        for (std::size_t cell = 0; cell < next[line].size(); ++cell) {
            const int over = next[line][cell];
            const int land = over == no_cell ? no_cell : next[line][static_cast<std::size_t>(over)];
            if (land == no_cell) continue;
            const auto own = lattice.class_of[cell];
            const auto middle = static_cast<std::size_t>(over), to = static_cast<std::size_t>(land);
            require(lattice.class_of[to] == own, "a hop leaves its class");
            const auto lower = lattice.bit_of[to] > lattice.bit_of[cell] ? cell : to;
            const int shift = lattice.bit_of[lower == cell ? to : cell] - lattice.bit_of[lower];
            require(!found.shift || found.shift == shift, "hops of one line are not one shift");
            found.shift = static_cast<std::uint8_t>(shift);
            Shifts one{};
            one.set(own, lattice.bit_of[lower] - lattice.bit_of[middle]);
            require(!found.valid[own] ||
                        (found.middle.left[own] == one.left[own] && found.middle.right[own] == one.right[own]),
                    "hops of one line are not one shift");
            found.middle.set(own, lattice.bit_of[lower] - lattice.bit_of[middle]);
            found.valid[own] |= Word{1} << lattice.bit_of[lower];
        }
    }
}

inline void LatticeBuilder::far(Lattice& lattice, const Next& next) const {
    for (std::size_t line = 0; line < next.size() / 2; ++line)
        for (std::size_t cell = 0; cell < next[line].size(); ++cell) {
            auto& far = lattice.far[line][lattice.class_of[cell]];
            std::size_t distance = 0;
            for (int at = static_cast<int>(cell); at != no_cell;
                 at = next[line][static_cast<std::size_t>(at)], ++distance) {
                require(distance < most_reach, "a line is too long");
                const auto to = static_cast<std::size_t>(at);
                const auto turn = static_cast<std::uint8_t>((lattice.bit_of[to] - lattice.bit_of[cell]) & 63);
                require(!far.valid[distance] || far.turn[distance] == turn, "a line is not one shift");
                far.turn[distance] = turn;
                far.valid[distance] |= Word{1} << lattice.bit_of[cell];
            }
            far.reach = std::max(far.reach, distance);
        }
}

// Whether every piece makes one step or straight hops along all lines of the lattice, over anything; and whether the
// hops start at any distance.
inline bool LatticeBuilder::fits(Lattice& lattice, const Next& next) const {
    lattice.far_hops = rules_.kinds[1].movers.size() == 2 && !rules_.kinds[1].movers[1].rays.empty();
    for (std::size_t code = 1; code < rules_.kinds.size(); ++code) {
        const auto& movers = rules_.kinds[code].movers;
        if (movers.size() != 2 || movers[0].word != Movement::step || movers[1].word != Movement::hop) return false;
        for (const auto& mover : movers)
            if (mover.origins || mover.within || mover.captures) return false;
        if (!movers[1].steps.empty() || movers[1].rays.empty() == lattice.far_hops) return false;
        for (std::size_t content = 1; content < rules_.kinds.size(); ++content)
            if (!movers[1].hoppable[content]) return false;
        for (int cell = 0; cell < rules_.cells; ++cell)
            if (!moves_fit(movers, cell, next)) return false;
    }
    return true;
}

// Whether the steps and hops from one cell are those along all lines.
inline bool LatticeBuilder::moves_fit(const std::vector<Mover>& movers, int cell, const Next& next) const {
    std::size_t steps = 0, hops = 0, rays = 0;
    const bool far = !movers[1].rays.empty();
    for (const auto& row : next) {
        std::vector<Cell> line;
        for (int at = row[static_cast<std::size_t>(cell)]; at != no_cell; at = row[static_cast<std::size_t>(at)])
            line.push_back(static_cast<Cell>(at));
        if (line.empty()) continue;
        ++steps;
        const auto near = movers[0].steps[cell];
        if (std::find(near.begin(), near.end(), line[0]) == near.end()) return false;
        if (far) {
            const auto& lines = movers[1].rays.from[static_cast<std::size_t>(cell)];
            bool found = false;
            for (int i = 0; i < static_cast<int>(lines.size()); ++i) found |= std::ranges::equal(lines[i], line);
            if (!found) return false;
            ++rays;
        } else if (line.size() > 1) {
            bool found = false;
            for (auto leap : movers[1].hops[cell]) found |= leap.over == line[0] && leap.land == line[1];
            if (!found) return false;
            ++hops;
        }
    }
    return movers[0].steps[cell].size() == steps &&
           (far ? movers[1].rays.from[static_cast<std::size_t>(cell)].size() == rays
                : movers[1].hops[cell].size() == hops);
}

}  // namespace halma
