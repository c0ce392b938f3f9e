// One player alone: pieces on exactly the fields of a figure, and nowhere else.
#pragma once

#include "eval/goal_value.hpp"

namespace halma::engine {

class FigureValue : public GoalValue {
   public:
    explicit FigureValue(const Grounds& grounds) : grounds_(grounds) {}

    void evaluate(const State& state, Account& account) const override;
    void promise(const State& state, const ActionList& list, std::vector<int>& found) const override;

   private:
    Grounds grounds_;
};

}  // namespace halma::engine
