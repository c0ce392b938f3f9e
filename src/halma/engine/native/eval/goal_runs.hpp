// Runs by the die: the most pieces in the goal win, and pieces on their way may be captured.
#pragma once

#include "eval/goal_value.hpp"

namespace halma::engine {

class RunsValue : public GoalValue {
   public:
    explicit RunsValue(const Grounds& grounds);

    void evaluate(const State& state, Account& account) const override;
    void promise(const State& state, const ActionList& list, std::vector<int>& found) const override;

   private:
    std::vector<int> worth_of(const Kind& kind) const;
    void add_dangers(const State& state, Account& account) const;

    Grounds grounds_;
    std::vector<std::vector<int>> worth_;  // by content and cell
};

}  // namespace halma::engine
