// Races in which a piece may pass through the goal of another, where it is a transit piece. Whoever has filled the goal
// stays there, so a transit piece that is shut in never gets out again, nobody comes home there, and the game gets
// nowhere.
#pragma once

#include "eval/goal_value.hpp"

namespace halma::engine {

class TransitPieces {
   public:
    explicit TransitPieces(const Grounds& grounds);

    // Whether anybody is ever a transit piece.
    bool matter() const { return matter_; }

    // Adds what it costs a seat that thinks that transit pieces stand in goals that fill around them, whether they are
    // its own or stand in its own goal: whose piece it is has to leave in time, and whose goal it is has to let it out.
    // Among others it is none of its business.
    void add_impatience(const State& state, int seat, Account& account) const;

   private:
    int price_of(const State& state, int cell) const;

    Grounds grounds_;
    std::vector<Seats> goal_owners_;  // by cell: whose goal it is
    bool matter_;
};

}  // namespace halma::engine
