// A game with all its options settled, as tables and flags. The kernel knows no game by name.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "generated/fields.hpp"
#include "lattice.hpp"

namespace halma {

// A sort of piece, with what is computed from its fields.
struct Kind : KindFields {
    CellSet goal_cells;
    CellSet ranking_cells;
    Words home_words{};  // the same laid out for whole-board shifts
    Words target_words{};
    std::vector<Words> forward;  // for each cell of the home the cells further advanced inside it
    bool captures = false;
    bool leaves = false;  // by a step or a hop over the edge
};

struct Rules : RulesFields {
    int off = 0;
    std::array<std::vector<Content>, most_seats> codes;
    bool stay_in_target = false;
    bool only_stay_in_target = false;       // no other restriction
    std::array<int, most_seats> partner{};  // the first other seat of the team, or no_cell
    std::array<Seats, most_seats> team{};   // all seats of the team
    bool has_teams = false;

    // Everything moves by steps and straight hops along all lines of a board whose cells fit into words.
    std::optional<Lattice> lattice;
    // Nothing but moves of the lattice can come up, so that one can be drawn without listing them all.
    bool quick_draw = false;
    // There are hands, dice or captures: more of the situation changes than board, seat and counters.
    bool has_extras = false;
    // One number for each content of each cell, for hashing.
    std::vector<std::uint64_t> keys;

    std::uint64_t key(int cell, Content content) const {
        return keys[static_cast<std::size_t>(cell) * (most_kinds + 1) + content];
    }
    const Kind& kind(Content content) const { return kinds[content]; }
};

}  // namespace halma
