#include "eval/goal_runs.hpp"

#include <queue>

namespace halma::engine {

RunsValue::RunsValue(const Grounds& grounds) : grounds_(grounds) {
    for (const auto& kind : grounds_.rules.kinds) worth_.push_back(worth_of(kind));
}

void RunsValue::evaluate(const State& state, Account& account) const {
    for (std::size_t code = 1; code < grounds_.rules.kinds.size(); ++code) {
        int sum = 0;
        state.standing[code].each([&](int cell) { sum += worth_[code][at(cell)]; });
        account.add_to_owners(Term::run_ways, grounds_.rules.kinds[code], sum);
    }
    add_dangers(state, account);
}

void RunsValue::promise(const State& state, const ActionList& list, std::vector<int>& found) const {
    found.clear();
    for (const auto& action : list) {
        int gain = action.captured ? grounds_.weights.run_order_taken * list.captured(action).count() : 0;
        if (action.origin >= 0 && action.target >= 0) {
            const auto& worth = worth_[state.board[at(action.origin)]];
            gain += worth[at(action.target)] - worth[at(action.origin)];
        }
        if (action.kind == ActionKind::huff) gain = worth_[state.board[at(action.target)]][at(action.target)];
        found.push_back(gain);
    }
}

// A piece is worth more the further it has come; one that cannot get home any more is worth little.
std::vector<int> RunsValue::worth_of(const Kind& kind) const {
    const auto& rules = grounds_.rules;
    const auto& weights = grounds_.weights;
    std::vector<int> found(at(rules.cells) + 1, 0);
    if (kind.movers.empty() || kind.movers[0].rays.empty()) return found;
    std::vector<bool> gets_home(at(rules.cells), false);
    // Whether some runs lead to the goal, seen from the goal backwards.
    std::queue<int> open;
    kind.goal_cells.each([&](int cell) {
        gets_home[at(cell)] = true;
        open.push(cell);
    });
    const auto& rays = kind.movers[0].rays.from;
    for (; !open.empty(); open.pop())
        for (int cell = 0; cell < rules.cells; ++cell)
            for (int i = 0; !gets_home[at(cell)] && i < static_cast<int>(rays[at(cell)].size()); ++i)
                if (const auto ray = rays[at(cell)][i]; !ray.empty() && ray[0] == open.front()) {
                    gets_home[at(cell)] = true;
                    open.push(cell);
                }
    int first = INT32_MAX, last = INT32_MIN;
    kind.home.each([&](int cell) { first = std::min(first, kind.advance[at(cell)]); });
    kind.goal_cells.each([&](int cell) { last = std::max(last, kind.advance[at(cell)]); });
    for (int cell = 0; cell < rules.cells; ++cell) {
        const int way = std::max(1, last - first), come = std::clamp(kind.advance[at(cell)] - first, 0, way);
        if (kind.goal_cells.contains(cell))
            found[at(cell)] = weights.run_home;
        else
            found[at(cell)] = gets_home[at(cell)]
                                  ? weights.run_start + (weights.run_near - weights.run_start) * come / way
                                  : weights.run_lost;
    }
    return found;
}

// A piece that an opponent reaches with one roll is in danger with the chance of that roll, unless its owner moves
// next; whoever moves next has the better of it.
void RunsValue::add_dangers(const State& state, Account& account) const {
    const auto& rules = grounds_.rules;
    for (std::size_t code = 1; code < rules.kinds.size(); ++code) {
        const auto& kind = rules.kinds[code];
        if (kind.movers.empty() || kind.movers[0].rays.empty()) continue;
        const bool moves_next = has_seat(kind.owners, state.now.seat);
        (state.standing[code] - kind.target).each([&](int cell) {
            const auto& rays = kind.movers[0].rays.from[at(cell)];
            for (int i = 0; i < static_cast<int>(rays.size()); ++i) {
                const auto ray = rays[i];
                for (std::size_t way = 0; way < ray.size() && way < at(faces); ++way) {
                    const Content met = state.board[ray[way]];
                    if (!met) continue;
                    const auto& other = rules.kinds[met];
                    if (!(other.owners & kind.owners) && !other.target.contains(ray[way])) {
                        const int danger =
                            worth_[met][ray[way]] /
                            std::max(1, moves_next ? grounds_.weights.run_danger_next : grounds_.weights.run_danger);
                        account.add_to_owners(Term::run_dangers, other, -danger);
                    }
                    break;
                }
            }
        });
    }
}

}  // namespace halma::engine
