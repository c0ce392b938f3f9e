// A line held from end to end: how far the pieces are from the line that is done soonest.
#pragma once

#include "eval/goal_value.hpp"
#include "eval/stall.hpp"

namespace halma::engine {

class ConnectedValue : public GoalValue {
   public:
    explicit ConnectedValue(const Grounds& grounds);

    void evaluate(const State& state, Account& account) const override;
    void promise(const State& state, const ActionList& list, std::vector<int>& found) const override;
    bool stands_still(const State& state) const override;
    Wanted getting_on(State& state, const ActionList& list) const override;

   private:
    struct Line {
        CellSet cells;
        std::vector<Cell> order;  // from one end to the other
        std::vector<int> along;   // of every cell of the board: how far along the line it lies
    };

    int price_of_steps(int steps) const;
    Line line_of(const CellSet& cells) const;
    int held_now(const State& state, int seat) const;
    std::pair<int, const Line*> nearest_when_too_long(const State& given) const;
    int price_of(const State& state, int seat, const Line& line, int held) const;

    Grounds grounds_;
    StandingStill still_;
    std::vector<std::vector<Line>> lines_;  // by seat
};

}  // namespace halma::engine
