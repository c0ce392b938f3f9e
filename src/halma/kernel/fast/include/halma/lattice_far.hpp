// Hops from any distance on a lattice: over a piece k cells away to the cell k cells behind it, all else between empty.
#pragma once

#include <span>

#include "lattice.hpp"

namespace halma {

// All hops between two cells 2k apart along one line: the ends on one side of it, and the rotation to the other side.
struct FarHops {
    Word from;
    int turn;
};

// The hops that are open in one class; `occupied` is without the piece that hops. Tells how many sorts there are.
inline std::size_t open_far_hops(const Lattice& lattice, const Words& occupied, std::size_t own,
                                 std::array<FarHops, most_lines * most_reach>& open) {
    std::size_t count = 0;
    for (std::size_t line = 0; line < static_cast<std::size_t>(lattice.lines); ++line) {
        const auto& far = lattice.far[line][own];
        const std::array<std::size_t, 2> at{own, own ^ lattice.ways[line].turn};
        // For each distance the starts from which the cell there is on the board, and those from which it is empty.
        std::array<Word, most_reach> empty;
        for (std::size_t k = 0; k < far.reach; ++k)
            empty[k] = far.valid[k] & ~std::rotr(occupied[at[k % 2]], far.turn[k]);
        Word run = empty[0];
        for (std::size_t k = 1; 2 * k < far.reach && run; ++k) {
            Word hops = run & far.valid[k] & ~empty[k];
            for (std::size_t behind = k + 1; behind <= 2 * k; ++behind) hops &= empty[behind];
            if (hops) open[count++] = {hops, far.turn[2 * k]};
            run &= empty[k];
        }
    }
    return count;
}

// Where any number of hops leads from a piece.
inline Word far_chain(Word piece, std::span<const FarHops> open) {
    Word reached = piece;
    for (;;) {
        Word further = reached;
        for (const auto& [from, turn] : open)
            further |= std::rotl(reached & from, turn) | (std::rotr(reached, turn) & from);
        if (further == reached) return reached & ~piece;
        reached = further;
    }
}

// Adds the hops of some pieces, from any distance, to their steps.
inline void add_far_hops(const Lattice& lattice, const Words& all_pieces, const Words& pieces, const Words& ends,
                         LatticeMoves& found) {
    Words occupied = all_pieces;
    found.batches = 0;
    for (std::size_t own = 0; own < classes; ++own) {
        std::size_t batch = 0;
        for (Word rest = pieces[own]; rest; rest &= rest - 1, ++batch) {
            const Word piece = rest & -rest;
            // The piece can be hopped over or stand between, so its own field has to be free first.
            occupied[own] ^= piece;
            std::array<FarHops, most_lines * most_reach> open;
            const auto sorts = open_far_hops(lattice, occupied, own, open);
            occupied[own] ^= piece;
            found.add_chain(batch, own, piece, far_chain(piece, {open.data(), sorts}) & ends[own]);
        }
    }
}

}  // namespace halma
