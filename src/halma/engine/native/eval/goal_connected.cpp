#include "eval/goal_connected.hpp"

#include "eval/reachability.hpp"

namespace halma::engine {

namespace {

constexpr int worst = 1000 * turn;

}  // namespace

ConnectedValue::ConnectedValue(const Grounds& grounds) : grounds_(grounds), still_(grounds.rules) {
    for (int seat = 0; seat < grounds_.rules.seats; ++seat) {
        lines_.emplace_back();
        for (const auto& cells : grounds_.rules.goal.connect[at(seat)]) lines_.back().push_back(line_of(cells));
    }
}

void ConnectedValue::evaluate(const State& state, Account& account) const {
    const auto& weights = grounds_.weights;
    for (int seat = 0; seat < grounds_.rules.seats; ++seat) {
        int best = worst, second = worst;
        for (const auto& line : lines_[at(seat)]) {
            const int price = price_of(state, seat, line, held_now(state, seat));
            second = std::min(second, std::max(best, price));
            best = std::min(best, price);
        }
        account.add(Term::line_way, seat, -best);
        // A second line close by makes it harder to stop.
        account.add(Term::line_second, seat,
                    -(std::min(second - best, weights.line_second_most) * weights.line_second / 100));
    }
    account.add(Term::line_to_move, state.now.seat, weights.line_to_move);
}

void ConnectedValue::promise(const State& state, const ActionList& list, std::vector<int>& found) const {
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
            if (!own.contains(open)) least = std::min(least, price_of_steps(grounds_.distance(cell, open)));
        return least == worst ? 0 : least;
    };
    for (const auto& action : list)
        found.push_back(
            action.origin < 0 || action.target < 0 || !nearest ? 0 : price(action.origin) - price(action.target));
}

bool ConnectedValue::stands_still(const State& state) const {
    return grounds_.rules.seats > 2 && state.now.idle[state.now.actor] >= still_.line_longest();
}

// Three who stand in each other's lines would do so for ever. Then who was nearest when it got too long goes on,
// and the others leave that line.
Wanted ConnectedValue::getting_on(State& state, const ActionList& list) const {
    const int seat = state.now.actor;
    const auto [leader, way] = nearest_when_too_long(state);
    if (leader == seat)
        return [this, &state, &list, seat, line = way, before = price_of(state, seat, *way, 0)](const Action& action) {
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
        const auto& near = grounds_.rules.neighbours[action.origin];
        return !leaves && std::any_of(near.begin(), near.end(), [&](Cell cell) { return in_the_way.contains(cell); });
    };
}

int ConnectedValue::price_of_steps(int steps) const {
    const auto& weights = grounds_.weights;
    return steps ? weights.line_piece + weights.line_step * std::min(steps, weights.line_far) : 0;
}

ConnectedValue::Line ConnectedValue::line_of(const CellSet& cells) const {
    Line line;
    line.cells = cells;
    // The end of a line is the cell whose furthest other cell is as far as can be.
    int first = cells.any() ? cells.first() : 0, length = -1, last = first;
    cells.each([&](int one) {
        cells.each([&](int other) {
            if (grounds_.distance(one, other) > length) {
                length = grounds_.distance(one, other);
                first = one;
                last = other;
            }
        });
    });
    cells.each([&](int cell) { line.order.push_back(static_cast<Cell>(cell)); });
    std::sort(line.order.begin(), line.order.end(),
              [&](Cell one, Cell other) { return grounds_.distance(first, one) < grounds_.distance(first, other); });
    for (int cell = 0; cell < grounds_.rules.cells; ++cell)
        line.along.push_back(grounds_.distance(first, cell) - grounds_.distance(last, cell));
    return line;
}

// What a cell of a line costs that somebody else holds: who stands in the way for long must not gain by it, or nobody
// ever gets anywhere.
int ConnectedValue::held_now(const State& state, int seat) const {
    const int patient = still_.line_patience();
    if (!patient) return 0;
    return grounds_.weights.line_held * std::clamp(patient - state.now.idle[at(seat)], 0, patient) / patient;
}

std::pair<int, const ConnectedValue::Line*> ConnectedValue::nearest_when_too_long(const State& given) const {
    State state = given;
    while (!state.past.empty() && state.now.idle[0] > still_.line_longest()) undo(state);
    std::pair<int, const Line*> nearest{0, &lines_[0][0]};
    int least = worst + 1;
    for (int seat = 0; seat < grounds_.rules.seats; ++seat)
        for (const auto& line : lines_[at(seat)])
            if (const int price = price_of(state, seat, line, 0); price < least) {
                least = price;
                nearest = {seat, &line};
            }
    return nearest;
}

// What it costs to bring the pieces to a line: in their order along it each goes to the cell of the same number.
int ConnectedValue::price_of(const State& state, int seat, const Line& line, int held) const {
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
            least = std::min(least, price_of_steps(grounds_.distance(pieces[i + shift].second, line.order[i])));
        sum += least;
        if (!state.empty(line.order[i]) && !own.contains(line.order[i])) sum += held;
    }
    return sum;
}

}  // namespace halma::engine
