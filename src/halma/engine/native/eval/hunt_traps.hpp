// Corners of the board where hunters can be shut in.
#pragma once

#include <vector>

#include "eval/distances.hpp"
#include "eval/weight_table.hpp"

namespace halma::engine {

// A corner where hunters can be shut in: somebody in it whom nobody can take, others in wait along both sides, and
// where they go to wall the hunters in, two deep.
struct Trap {
    CellSet bait, walls, arms;
    CellSet half;    // of the arms: one of the two
    int pocket = 0;  // how far the room inside reaches
    // By cell, what somebody on it adds to the trap: part of it, or on the way to it.
    std::vector<int> standing;
};

class Traps {
   public:
    Traps(const Rules& rules, const Distances& distance, const Weights& weights);

    // The one that is furthest on, no larger than there are pieces for its walls. There may be more in hand.
    const Trap* best(const CellSet& prey, int left) const;

   private:
    static constexpr int many = 16;  // so many wall in a pocket that reaches two steps

    void add(int corner, const CellSet& one, const CellSet& other, int pocket);

    const Rules& rules_;
    const Distances& distance_;
    const Weights& weights_;
    std::vector<Trap> traps_;
};

}  // namespace halma::engine
