// Runs by the die: the most pieces in the goal win, and pieces on their way may be captured.
#pragma once

#include <queue>

#include "eval/goal_value.hpp"

namespace halma::engine {

class RunsValue : public GoalValue {
   public:
    explicit RunsValue(const Rules& rules) : rules_(rules) {
        for (const auto& kind : rules.kinds) worth_.push_back(worth_of(kind));
    }

    void evaluate(const State& state, PerSeat& values) const override {
        for (std::size_t code = 1; code < rules_.kinds.size(); ++code) {
            int sum = 0;
            state.standing[code].each([&](int cell) { sum += worth_[code][at(cell)]; });
            add_to_owners(rules_, static_cast<Content>(code), sum, values);
        }
        add_dangers(state, values);
    }

    void promise(const State& state, const ActionList& list, std::vector<int>& found) const override {
        found.clear();
        for (const auto& action : list) {
            int gain = action.captured ? taken * list.captured(action).count() : 0;
            if (action.origin >= 0 && action.target >= 0) {
                const auto& worth = worth_[state.board[at(action.origin)]];
                gain += worth[at(action.target)] - worth[at(action.origin)];
            }
            if (action.kind == ActionKind::huff) gain = worth_[state.board[at(action.target)]][at(action.target)];
            found.push_back(gain);
        }
    }

   private:
    static constexpr int home = 300, start = 130, near_goal = 210, lost = 20, taken = 150;

    // A piece is worth more the further it has come; one that cannot get home any more is worth little.
    std::vector<int> worth_of(const Kind& kind) const {
        std::vector<int> found(at(rules_.cells) + 1, 0);
        if (kind.movers.empty() || kind.movers[0].rays.empty()) return found;
        std::vector<bool> gets_home(at(rules_.cells), false);
        // Whether some runs lead to the goal, seen from the goal backwards.
        std::queue<int> open;
        kind.goal_cells.each([&](int cell) {
            gets_home[at(cell)] = true;
            open.push(cell);
        });
        const auto& rays = kind.movers[0].rays.from;
        for (; !open.empty(); open.pop())
            for (int cell = 0; cell < rules_.cells; ++cell)
                for (int i = 0; !gets_home[at(cell)] && i < static_cast<int>(rays[at(cell)].size()); ++i)
                    if (const auto ray = rays[at(cell)][i]; !ray.empty() && ray[0] == open.front()) {
                        gets_home[at(cell)] = true;
                        open.push(cell);
                    }
        int first = INT32_MAX, last = INT32_MIN;
        kind.home.each([&](int cell) { first = std::min(first, kind.advance[at(cell)]); });
        kind.goal_cells.each([&](int cell) { last = std::max(last, kind.advance[at(cell)]); });
        for (int cell = 0; cell < rules_.cells; ++cell) {
            const int way = std::max(1, last - first), come = std::clamp(kind.advance[at(cell)] - first, 0, way);
            if (kind.goal_cells.contains(cell))
                found[at(cell)] = home;
            else
                found[at(cell)] = gets_home[at(cell)] ? start + (near_goal - start) * come / way : lost;
        }
        return found;
    }

    // A piece that an opponent reaches with one roll is in danger with the chance of that roll, unless its owner moves
    // next; whoever moves next has the better of it.
    void add_dangers(const State& state, PerSeat& values) const {
        for (std::size_t code = 1; code < rules_.kinds.size(); ++code) {
            const auto& kind = rules_.kinds[code];
            if (kind.movers.empty() || kind.movers[0].rays.empty()) continue;
            const bool moves_next = has_seat(kind.owners, state.now.seat);
            (state.standing[code] - kind.target).each([&](int cell) {
                const auto& rays = kind.movers[0].rays.from[at(cell)];
                for (int i = 0; i < static_cast<int>(rays.size()); ++i) {
                    const auto ray = rays[i];
                    for (std::size_t way = 0; way < ray.size() && way < at(faces); ++way) {
                        const Content met = state.board[ray[way]];
                        if (!met) continue;
                        const auto& other = rules_.kinds[met];
                        if (!(other.owners & kind.owners) && !other.target.contains(ray[way])) {
                            const int danger = worth_[met][ray[way]] / (moves_next ? 9 : 18);
                            add_to_owners(rules_, met, -danger, values);
                        }
                        break;
                    }
                }
            });
        }
    }

    const Rules& rules_;
    std::vector<std::vector<int>> worth_;  // by content and cell
};

}  // namespace halma::engine
