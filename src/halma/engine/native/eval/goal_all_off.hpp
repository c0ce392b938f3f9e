// All pieces off the board: how far each of them is from the edge.
#pragma once

#include "eval/goal_value.hpp"

namespace halma::engine {

class AllOffValue : public GoalValue {
   public:
    explicit AllOffValue(const Grounds& grounds);

    void evaluate(const State& state, Account& account) const override;
    void promise(const State& state, const ActionList& list, std::vector<int>& found) const override;

   private:
    std::vector<int> prices(const Kind& kind) const;

    Grounds grounds_;
    std::vector<std::vector<int>> price_;  // by content and cell
    PerSeat in_hand_{};
};

}  // namespace halma::engine
