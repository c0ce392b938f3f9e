#include "eval/goal_figure.hpp"

#include "eval/reachability.hpp"

namespace halma::engine {

void FigureValue::evaluate(const State& state, Account& account) const {
    const auto& figure = grounds_.rules.goal.figure;
    const auto& weights = grounds_.weights;
    const CellSet outside = state.occupied() - figure, open = figure - state.occupied();
    const auto nearest = [&](int cell, const CellSet& others) {
        return std::min(weights.figure_far, grounds_.distance.nearest(cell, others, cell));
    };
    int price = 0;
    if (outside.any() && outside.count() == open.count()) {
        // As many pieces as fields: each looks for the other.
        outside.each([&](int cell) { price += weights.figure_piece + weights.figure_step * nearest(cell, open); });
        open.each([&](int cell) { price += weights.figure_step * nearest(cell, outside); });
    } else {
        // Pieces come or go: what counts is how many, and that none is left alone.
        account.add(Term::figure_number, state.now.seat,
                    -weights.figure_number * std::abs(outside.count() - open.count()));
        state.occupied().each([&](int cell) { price += weights.figure_company * nearest(cell, state.occupied()); });
    }
    account.add(Term::figure_ways, state.now.seat, -price);
}

void FigureValue::promise(const State& state, const ActionList& list, std::vector<int>& found) const {
    found.clear();
    const auto& rules = grounds_.rules;
    const auto& weights = grounds_.weights;
    const CellSet open = rules.goal.figure - state.occupied();
    const auto way = [&](int cell) {
        if (rules.goal.figure.contains(cell)) return 0;
        return std::min(weights.figure_far, grounds_.distance.nearest(cell, open));
    };
    for (const auto& action : list)
        found.push_back(action.origin < 0 || action.target < 0 || action.target >= rules.cells
                            ? 0
                            : weights.figure_step * (way(action.origin) - way(action.target)));
}

}  // namespace halma::engine
