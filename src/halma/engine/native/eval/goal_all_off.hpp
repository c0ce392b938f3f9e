// All pieces off the board: how far each of them is from the edge.
#pragma once

#include <queue>

#include "eval/goal_value.hpp"

namespace halma::engine {

class AllOffValue : public GoalValue {
   public:
    explicit AllOffValue(const Rules& rules) : rules_(rules) {
        for (const auto& kind : rules.kinds) price_.push_back(prices(kind));
        for (int seat = 0; seat < rules.seats && rules.placing; ++seat) {
            int sum = 0;
            const auto& zone = rules.placing->zones[at(seat)];
            zone.each([&](int cell) { sum += price_[rules.placing->kinds[at(seat)]][at(cell)]; });
            in_hand_[at(seat)] = zone.any() ? sum / zone.count() : 0;
        }
    }

    void evaluate(const State& state, PerSeat& values) const override {
        for (std::size_t code = 1; code < rules_.kinds.size(); ++code) {
            int sum = 0;
            state.standing[code].each([&](int cell) { sum += price_[code][at(cell)]; });
            add_to_owners(rules_, static_cast<Content>(code), -sum, values);
        }
        for (int seat = 0; seat < rules_.seats; ++seat)
            values[at(seat)] -= state.more.hands[at(seat)] * in_hand_[at(seat)];
        values[state.now.seat] += turn / 2;
    }

    void promise(const State& state, const ActionList& list, std::vector<int>& found) const override {
        found.clear();
        for (const auto& action : list) {
            if (action.target < 0) {
                found.push_back(0);
            } else if (action.origin < 0) {
                const Content code = rules_.placing->kinds[state.now.seat];
                found.push_back(in_hand_[state.now.seat] - price_[code][at(action.target)]);
            } else {
                const auto& prices = price_[state.board[at(action.origin)]];
                found.push_back(prices[at(action.origin)] - prices[at(action.target)]);
            }
        }
    }

   private:
    // In turns: every piece needs one to leave, and a little more for each step it stands further inside, since hops
    // take several steps at once.
    static constexpr int leaving = turn, further = 38;

    std::vector<int> prices(const Kind& kind) const {
        std::vector<int> steps(at(rules_.cells) + 1, unknown);
        std::queue<int> open;
        const auto joins = [&](int cell, int next) {
            for (const auto& mover : kind.movers)
                for (auto land : mover.word == Movement::step ? mover.steps[cell] : std::span<const Cell>{})
                    if (land == next) return true;
            return false;
        };
        steps[at(rules_.off)] = 0;
        open.push(rules_.off);
        for (; !open.empty(); open.pop())
            for (int cell = 0; cell < rules_.cells; ++cell)
                if (steps[at(cell)] == unknown && joins(cell, open.front())) {
                    steps[at(cell)] = steps[at(open.front())] + 1;
                    open.push(cell);
                }
        std::vector<int> found;
        for (int one : steps) found.push_back(one == 0 ? 0 : leaving + further * (one == unknown ? 20 : one - 1));
        return found;
    }

    const Rules& rules_;
    std::vector<std::vector<int>> price_;  // by content and cell
    PerSeat in_hand_{};
};

}  // namespace halma::engine
