// A line held from end to end: how far the pieces are from the line that is done soonest.
#pragma once

#include "eval/goal_value.hpp"

namespace halma::engine {

class ConnectedValue : public GoalValue {
   public:
    explicit ConnectedValue(const Rules& rules) : rules_(rules), distance_(rules) {
        for (int seat = 0; seat < rules.seats; ++seat) {
            lines_.emplace_back();
            for (const auto& cells : rules.goal.connect[at(seat)]) lines_.back().push_back(line_of(cells));
        }
    }

    void evaluate(const State& state, PerSeat& values) const override {
        for (int seat = 0; seat < rules_.seats; ++seat) {
            int best = worst, second = worst;
            for (const auto& line : lines_[at(seat)]) {
                const int price = price_of(state, seat, line, held_now(state, seat));
                second = std::min(second, std::max(best, price));
                best = std::min(best, price);
            }
            // A second line close by makes it harder to stop.
            values[at(seat)] -= best + std::min(second - best, 5 * turn) / 10;
        }
        values[state.now.seat] += turn / 2;
    }

    void promise(const State& state, const ActionList& list, std::vector<int>& found) const override {
        found.clear();
        const int seat = state.now.seat;
        const Line* nearest = nullptr;
        int best = worst + 1;
        for (const auto& line : lines_[at(seat)])
            if (const int price = price_of(state, seat, line, held_now(state, seat)); price < best) {
                best = price;
                nearest = &line;
            }
        const CellSet own = state.own_cells(seat);
        const auto price = [&](int cell) {
            if (nearest->cells.contains(cell)) return 0;
            int least = worst;
            for (auto open : nearest->order)
                if (!own.contains(open)) least = std::min(least, price_of_steps(distance_(cell, open)));
            return least == worst ? 0 : least;
        };
        for (const auto& action : list)
            found.push_back(
                action.origin < 0 || action.target < 0 || !nearest ? 0 : price(action.origin) - price(action.target));
    }

    bool stands_still(const State& state) const override {
        return rules_.seats > 2 && state.now.idle[state.now.actor] >= longest_wait;
    }

    // Three who stand in each other's lines would do so for ever. Then who was nearest when it got too long goes on,
    // and the others leave that line.
    Wanted getting_on(State& state, const ActionList& list) const override {
        const int seat = state.now.actor;
        const auto [leader, way] = nearest_when_too_long(state);
        if (leader == seat)
            return
                [this, &state, &list, seat, line = way, before = price_of(state, seat, *way, 0)](const Action& action) {
                    if (action.origin < 0) return false;
                    apply(state, list, action);
                    const bool nearer = price_of(state, seat, *line, 0) < before;
                    undo(state);
                    return nearer;
                };
        const CellSet line = way->cells, in_the_way = line & state.own_cells(seat);
        const bool leaves = std::any_of(list.begin(), list.end(), [&](const Action& action) {
            return action.origin >= 0 && in_the_way.contains(action.origin) && !line.contains(action.target);
        });
        return [this, line, in_the_way, leaves](const Action& action) {
            if (action.origin < 0 || line.contains(action.target)) return false;
            if (!in_the_way.any() || in_the_way.contains(action.origin)) return true;
            // Who cannot leave is let out first.
            const auto& near = rules_.neighbours[action.origin];
            return !leaves &&
                   std::any_of(near.begin(), near.end(), [&](Cell cell) { return in_the_way.contains(cell); });
        };
    }

   private:
    static constexpr int longest_wait = 50;
    static constexpr int worst = 1000 * turn;
    static constexpr int held_by_other = 3 * turn / 2;
    static constexpr int patient = 25;

    struct Line {
        CellSet cells;
        std::vector<Cell> order;  // from one end to the other
        std::vector<int> along;   // of every cell of the board: how far along the line it lies
    };

    static int price_of_steps(int steps) { return steps ? 55 + 45 * std::min(steps, 20) : 0; }

    Line line_of(const CellSet& cells) const {
        Line line;
        line.cells = cells;
        // The end of a line is the cell whose furthest other cell is as far as can be.
        int first = cells.any() ? cells.first() : 0, length = -1, last = first;
        cells.each([&](int one) {
            cells.each([&](int other) {
                if (distance_(one, other) > length) {
                    length = distance_(one, other);
                    first = one;
                    last = other;
                }
            });
        });
        cells.each([&](int cell) { line.order.push_back(static_cast<Cell>(cell)); });
        std::sort(line.order.begin(), line.order.end(),
                  [&](Cell one, Cell other) { return distance_(first, one) < distance_(first, other); });
        for (int cell = 0; cell < rules_.cells; ++cell)
            line.along.push_back(distance_(first, cell) - distance_(last, cell));
        return line;
    }

    // What a cell of a line costs that somebody else holds: who stands in the way for long must not gain by it, or
    // nobody ever gets anywhere.
    int held_now(const State& state, int seat) const {
        return held_by_other * std::clamp(patient - state.now.idle[at(seat)], 0, patient) / patient;
    }

    std::pair<int, const Line*> nearest_when_too_long(const State& given) const {
        State state = given;
        while (!state.past.empty() && state.now.idle[0] > longest_wait) undo(state);
        std::pair<int, const Line*> nearest{0, &lines_[0][0]};
        int least = worst + 1;
        for (int seat = 0; seat < rules_.seats; ++seat)
            for (const auto& line : lines_[at(seat)])
                if (const int price = price_of(state, seat, line, 0); price < least) {
                    least = price;
                    nearest = {seat, &line};
                }
        return nearest;
    }

    // What it costs to bring the pieces to a line: in their order along it each goes to the cell of the same number.
    int price_of(const State& state, int seat, const Line& line, int held) const {
        std::array<std::pair<int, int>, most_cells + 1> pieces;
        std::size_t count = 0;
        const CellSet own = state.own_cells(seat);
        own.each([&](int cell) { pieces[count++] = {line.along[at(cell)], cell}; });
        if (count < line.order.size()) return worst;
        std::sort(pieces.begin(), pieces.begin() + static_cast<std::ptrdiff_t>(count));
        const std::size_t spare = count - line.order.size();
        int sum = 0;
        for (std::size_t i = 0; i < line.order.size(); ++i) {
            int least = worst;
            for (std::size_t shift = 0; shift <= spare; ++shift)
                least = std::min(least, price_of_steps(distance_(pieces[i + shift].second, line.order[i])));
            sum += least;
            if (!state.empty(line.order[i]) && !own.contains(line.order[i])) sum += held;
        }
        return sum;
    }

    const Rules& rules_;
    Distances distance_;
    std::vector<std::vector<Line>> lines_;  // by seat
};

}  // namespace halma::engine
