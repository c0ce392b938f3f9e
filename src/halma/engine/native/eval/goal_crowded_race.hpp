// A race of more than two seats: targets get crowded, so what counts is the way to the fields that are still open, and
// whether others who stand there can get out again. Whoever shuts them in can never get home.
#pragma once

#include "eval/goal_value.hpp"

namespace halma::engine {

class CrowdedRaceValue : public GoalValue {
   public:
    explicit CrowdedRaceValue(const Grounds& grounds) : grounds_(grounds) {}

    void evaluate(const State& state, Account& account) const override;
    void promise(const State& state, const ActionList& list, std::vector<int>& found) const override;
    void add_impatience(const State& state, const Thinker& thinker, Account& account) const override;

   private:
    bool is_dead(const State& state) const;
    void add_ways(const Kind& kind, const CellSet& outside, const CellSet& open, Account& account) const;

    Grounds grounds_;
};

}  // namespace halma::engine
