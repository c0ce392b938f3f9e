// Drawing a move at random on a lattice: counted and picked from words of destinations, without a list.
#pragma once

#include <optional>

#include "legal.hpp"

namespace halma {

// Draws one of the moves of a seat, all equally likely; nothing if there is none. Only for rules with `quick_draw`.
template <class Random>
std::optional<Action> draw_move(const State& state, int seat, Random& random) {
    const auto& rules = *state.rules;
    const auto& lattice = *rules.lattice;
    LatticeMoves moves;
    std::uint32_t total = 0;
    Action drawn;
    // Each set of moves takes the place of what was drawn before with the chance of its share.
    const auto draw = [&](const Words& pieces, const Words& ends) {
        find_moves(lattice, state.words[0], pieces, ends, moves);
        if (!moves.count) return;
        total += moves.count;
        const std::uint32_t number = random.below(total);
        if (number >= moves.count) return;
        moves.pick(lattice, number, [&](bool hops, std::size_t own, Word from, std::size_t to, Word land) {
            drawn.kind = hops ? ActionKind::hop : ActionKind::step;
            drawn.origin = static_cast<std::int16_t>(lattice.cell_at(own, from));
            drawn.target = static_cast<std::int16_t>(lattice.cell_at(to, land));
        });
    };
    if (must_clear(state, seat)) {
        // Out of the home, or else further advanced inside it; then only the lenient may do anything.
        const auto& codes = rules.codes[static_cast<std::size_t>(seat)];
        for (auto code : codes) {
            const auto& kind = rules.kind(code);
            each_set(rules, kind, state.words[code] & kind.home_words, lattice.cells - kind.home_words, draw);
        }
        if (!total)
            for (auto code : codes) {
                const auto& kind = rules.kind(code);
                (state.standing[code] & kind.home).each([&](int cell) {
                    CellSet one;
                    one.insert(cell);
                    each_set(rules, kind, lattice.words(one), kind.forward[static_cast<std::size_t>(cell)], draw);
                });
            }
        if (total || rules.duty != Duty::lenient) return total ? std::optional(drawn) : std::nullopt;
    }
    each_set(state, seat, draw);
    return total ? std::optional(drawn) : std::nullopt;
}

}  // namespace halma
