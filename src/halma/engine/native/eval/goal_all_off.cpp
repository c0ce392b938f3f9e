#include "eval/goal_all_off.hpp"

#include <queue>

namespace halma::engine {

AllOffValue::AllOffValue(const Grounds& grounds) : grounds_(grounds) {
    const auto& rules = grounds_.rules;
    for (const auto& kind : rules.kinds) price_.push_back(prices(kind));
    for (int seat = 0; seat < rules.seats && rules.placing; ++seat) {
        int sum = 0;
        const auto& zone = rules.placing->zones[at(seat)];
        zone.each([&](int cell) { sum += price_[rules.placing->kinds[at(seat)]][at(cell)]; });
        in_hand_[at(seat)] = zone.any() ? sum / zone.count() : 0;
    }
}

void AllOffValue::evaluate(const State& state, Account& account) const {
    const auto& rules = grounds_.rules;
    for (std::size_t code = 1; code < rules.kinds.size(); ++code) {
        int sum = 0;
        state.standing[code].each([&](int cell) { sum += price_[code][at(cell)]; });
        account.add_to_owners(Term::off_ways, rules.kinds[code], -sum);
    }
    for (int seat = 0; seat < rules.seats; ++seat)
        account.add(Term::off_ways, seat, -state.more.hands[at(seat)] * in_hand_[at(seat)]);
    account.add(Term::off_to_move, state.now.seat, grounds_.weights.off_to_move);
}

void AllOffValue::promise(const State& state, const ActionList& list, std::vector<int>& found) const {
    found.clear();
    for (const auto& action : list) {
        if (action.target < 0) {
            found.push_back(0);
        } else if (action.origin < 0) {
            const Content code = grounds_.rules.placing->kinds[state.now.seat];
            found.push_back(in_hand_[state.now.seat] - price_[code][at(action.target)]);
        } else {
            const auto& prices = price_[state.board[at(action.origin)]];
            found.push_back(prices[at(action.origin)] - prices[at(action.target)]);
        }
    }
}

// In turns: every piece needs one to leave, and a little more for each step it stands further inside, since hops take
// several steps at once.
std::vector<int> AllOffValue::prices(const Kind& kind) const {
    const auto& rules = grounds_.rules;
    const auto& weights = grounds_.weights;
    std::vector<int> steps(at(rules.cells) + 1, unknown);
    std::queue<int> open;
    const auto joins = [&](int cell, int next) {
        for (const auto& mover : kind.movers)
            for (auto land : mover.word == Movement::step ? mover.steps[cell] : std::span<const Cell>{})
                if (land == next) return true;
        return false;
    };
    steps[at(rules.off)] = 0;
    open.push(rules.off);
    for (; !open.empty(); open.pop())
        for (int cell = 0; cell < rules.cells; ++cell)
            if (steps[at(cell)] == unknown && joins(cell, open.front())) {
                steps[at(cell)] = steps[at(open.front())] + 1;
                open.push(cell);
            }
    std::vector<int> found;
    for (int one : steps)
        found.push_back(
            one == 0 ? 0 : weights.off_piece + weights.off_step * (one == unknown ? weights.off_no_way : one - 1));
    return found;
}

}  // namespace halma::engine
