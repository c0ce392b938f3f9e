// Games with dice: every roll is met with its probability, so the worth of a position before it is the mean over all
// rolls. Everybody plays for the own side.
#pragma once

#include "search/turn_finder.hpp"

namespace halma::engine {

class Expectimax {
   public:
    Expectimax(const State& state, const Evaluator& evaluator, Budget& budget, const Question& question);

    Answer think();

   private:
    Answer think_in_actions();
    Answer think_in_turns();
    bool look_at_actions(int depth);
    bool expect_replies();

    // What the position is worth to each seat, when so many more actions are looked at.
    PerSeat look(int depth, int ply);
    PerSeat choose(int depth, int ply);
    // The mean over all rolls of what is worth `reply()` after them.
    template <class Reply>
    PerSeat expect(Reply reply);

    void collect(Answer& answer) const;

    State state_;
    Budget& budget_;
    const Question& question_;
    Sides sides_;
    Handicap handicap_;
    TurnFinder finder_;
    int root_seat_;
    std::vector<Turn> turns_;  // the best one first
};

}  // namespace halma::engine
