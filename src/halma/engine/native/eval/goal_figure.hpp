// One player alone: pieces on exactly the fields of a figure, and nowhere else.
#pragma once

#include "eval/goal_value.hpp"

namespace halma::engine {

class FigureValue : public GoalValue {
   public:
    explicit FigureValue(const Rules& rules) : rules_(rules), distance_(rules) {}

    void evaluate(const State& state, PerSeat& values) const override {
        const CellSet outside = state.occupied() - rules_.goal.figure, open = rules_.goal.figure - state.occupied();
        int price = 0;
        const auto nearest = [&](int cell, const CellSet& others) {
            return std::min(lonely, distance_.nearest(cell, others, cell));
        };
        if (outside.any() && outside.count() == open.count()) {
            // As many pieces as fields: each looks for the other.
            outside.each([&](int cell) { price += turn / 2 + 20 * nearest(cell, open); });
            open.each([&](int cell) { price += 20 * nearest(cell, outside); });
        } else {
            // Pieces come or go: what counts is how many, and that none is left alone.
            price = turn * std::abs(outside.count() - open.count());
            state.occupied().each([&](int cell) { price += 10 * nearest(cell, state.occupied()); });
        }
        values[state.now.seat] -= price;
    }

    void promise(const State& state, const ActionList& list, std::vector<int>& found) const override {
        found.clear();
        const CellSet open = rules_.goal.figure - state.occupied();
        const auto way = [&](int cell) {
            return rules_.goal.figure.contains(cell) ? 0 : std::min(lonely, distance_.nearest(cell, open));
        };
        for (const auto& action : list)
            found.push_back(action.origin < 0 || action.target < 0 || action.target >= rules_.cells
                                ? 0
                                : 20 * (way(action.origin) - way(action.target)));
    }

   private:
    static constexpr int lonely = 20;

    const Rules& rules_;
    Distances distance_;
};

}  // namespace halma::engine
