#include "eval/bridge_pieces.hpp"

#include <algorithm>
#include <numeric>

#include "eval/reachability.hpp"
#include "eval/stall.hpp"

namespace halma::engine {

BridgePieces::BridgePieces(const State& root, const Grounds& grounds)
    : grounds_(grounds),
      matter_(grounds.reachability.has_bound()),
      everybody_{grounds.weights.bridge_step, grounds.weights.bridge_too_far, grounds.weights.bridge_burden},
      in_haste_{grounds.weights.bridge_haste_step, grounds.weights.bridge_haste_too_far,
                grounds.weights.bridge_haste_burden} {
    if (!matter_) return;
    const auto& rules = grounds_.rules;
    left_.resize(rules.kinds.size());
    ways_.resize(rules.kinds.size());
    for (std::size_t code = 1; code < rules.kinds.size(); ++code) find_ways(root, code);
    for (int seat = 0; seat < rules.seats; ++seat)
        hurries_[at(seat)] = are_wanted(root, seat) && has_to_hurry(root, seat);
}

const CellSet& BridgePieces::bound(std::size_t code) const {
    return grounds_.reachability.bound_cells(static_cast<Content>(code));
}

bool BridgePieces::are_wanted(const State& state, int seat) const {
    const auto& codes = grounds_.rules.codes[at(seat)];
    return std::any_of(codes.begin(), codes.end(),
                       [&](Content code) { return state.standing[code].meets(bound(code)); });
}

bool BridgePieces::strands(const State& state, const Action& action) const {
    if (action.origin < 0 || action.target < 0 || action.target >= grounds_.rules.cells) return false;
    const Content code = state.board[at(action.origin)];
    const CellSet& home = grounds_.rules.kind(code).goal_cells;
    if (!home.contains(action.target) || home.contains(action.origin)) return false;
    const Waiting waiting = who_waits(state, code);
    return waiting.count && waiting.bridges.count() == 1 && waiting.bridges.contains(action.origin);
}

void BridgePieces::evaluate(const State& state, Account& account) const {
    const auto& rules = grounds_.rules;
    const auto& weights = grounds_.weights;
    for (std::size_t code = 1; code < rules.kinds.size(); ++code) {
        const int price = price_of(state, code, who_waits(state, code), everybody_);
        if (price) account.add_to_owners(Term::bridge_waiting, rules.kinds[code], -price * grounds_.care / 100);
    }
    // Who stays at home is shut in there one day: pieces that only step, or only hop, are easily shut in.
    for (int seat = 0; seat < rules.seats; ++seat)
        at_home(state, seat).each([&](int cell) {
            account.add(Term::bridge_home, seat, -(weights.bridge_still_home * grounds_.care / 100));
            if (!grounds_.reachability.is_shut_in(state, cell)) return;
            account.add(Term::bridge_shut_in, seat, -(weights.bridge_shut_in * grounds_.care / 100));
            // Nobody gets home where somebody else has to stay. That is dearer to those whose field it is, or they
            // would do it for what the other loses.
            for (std::size_t code = 1; code < rules.kinds.size(); ++code)
                if (rules.kinds[code].goal_cells.contains(cell))
                    account.add_to_owners(Term::bridge_shut_out, rules.kinds[code],
                                          -weights.bridge_shut_out * grounds_.care / 100);
        });
}

void BridgePieces::add_impatience(const State& state, int seat, Account& account) const {
    if (!hurries_[at(seat)]) return;
    const auto& own = grounds_.rules.codes[at(seat)];
    int sum = 0, others = 0;
    for (std::size_t code = 1; code < grounds_.rules.kinds.size(); ++code) {
        const Waiting waiting = who_waits(state, code);
        const int usual = price_of(state, code, waiting, everybody_);
        if (std::find(own.begin(), own.end(), code) == own.end())
            others += usual;
        else
            sum += price_of(state, code, waiting, in_haste_) - usual;
    }
    account.add(Term::bridge_haste, seat, (sum + others / std::max(1, grounds_.rules.seats - 1)) * grounds_.care / 100);
}

BridgePieces::Waiting BridgePieces::who_waits(const State& state, std::size_t code) const {
    Waiting waiting;
    waiting.cells = state.standing[code] & bound(code);
    waiting.bridges = state.standing[code] - bound(code) - grounds_.rules.kinds[code].goal_cells;
    waiting.count = waiting.cells.count();
    // With a few bridge pieces they take turns.
    waiting.wanted = std::min(waiting.count + 1, grounds_.weights.bridge_enough);
    waiting.have = std::min(waiting.bridges.count(), waiting.wanted);
    return waiting;
}

// When only the last ones wait, or only the last bridge piece is left, or nothing has got on for some turns.
bool BridgePieces::has_to_hurry(const State& root, int seat) const {
    const auto& own = grounds_.rules.codes[at(seat)];
    return root.now.idle[at(seat)] > StandingStill(grounds_.rules).bridge_patience() ||
           std::any_of(own.begin(), own.end(), [&](Content code) {
               const Waiting waiting = who_waits(root, code);
               return waiting.count && (waiting.count <= grounds_.weights.bridge_last_ones || waiting.have <= 1);
           });
}

// From every bound field how far it is to the goal by hops over fields where a bridge piece can stand, past those who
// wait or have come home themselves, and the hops that there are.
void BridgePieces::find_ways(const State& root, std::size_t code) {
    const auto& rules = grounds_.rules;
    const auto& weights = grounds_.weights;
    const auto& kind = rules.kinds[code];
    CellSet others;
    for (std::size_t other = 1; other < rules.kinds.size(); ++other)
        if (other != code) others |= root.standing[other] & (bound(other) | rules.kinds[other].goal_cells);
    auto& left = left_[code];
    for (int cell = 0; cell < rules.cells; ++cell)
        left.push_back(bound(code).contains(cell) ? weights.bridge_no_way
                                                  : grounds_.distance.nearest(cell, kind.goal_cells));
    const auto each_hop = [&](int cell, auto visit) {
        for (const auto& mover : kind.movers) {
            if (mover.word != Movement::hop || mover.within || (mover.origins && !mover.origins->contains(cell)))
                continue;
            for (auto leap : mover.hops[cell])
                if (leap.land < rules.cells) visit(leap);
        }
    };
    for (bool shorter = true; shorter;) {
        shorter = false;
        bound(code).each([&](int cell) {
            each_hop(cell, [&](const Leap& leap) {
                const int found =
                    left[leap.land] + weights.bridge_hop + (others.contains(leap.land) ? weights.bridge_in_the_way : 0);
                if (bound(code).contains(leap.over) || found >= left[at(cell)]) return;
                left[at(cell)] = found;
                shorter = true;
            });
        });
    }
    ways_[code].resize(at(rules.cells));
    bound(code).each([&](int cell) {
        each_hop(cell, [&](const Leap& leap) {
            if (left[leap.land] < weights.bridge_no_way) ways_[code][at(cell)].push_back(leap);
        });
    });
}

BridgePieces::Bridge BridgePieces::nearest_bridge(const State& state, std::size_t code, int cell,
                                                  const CellSet& bridges, const Way& way) const {
    Bridge nearest{way.too_far};
    int least = way.step * way.too_far;
    for (auto [over, land] : ways_[code][at(cell)]) {
        // Own ones on the next field go on, others wait to be let through.
        const bool barred = !state.empty(land) && state.board[land] != code;
        const bool open = state.empty(over);
        if (barred || (open && bound(code).contains(over))) continue;
        const int steps = open ? std::min(grounds_.distance.nearest(over, bridges), way.too_far) : 0;
        const int detour = std::max(0, left_[code][land] + grounds_.weights.bridge_hop - left_[code][at(cell)]);
        const int found = way.step * steps + way.burden * detour;
        if (found >= least) continue;
        least = found;
        nearest = {steps, detour, !open && !bridges.contains(over)};
    }
    return nearest;
}

int BridgePieces::price_of(const State& state, std::size_t code, const Waiting& waiting, const Way& way) const {
    if (!waiting.count) return 0;
    const auto& weights = grounds_.weights;
    const int missing = waiting.wanted - waiting.have;
    int price = weights.bridge_missing * missing * (missing + 1) / 2;
    waiting.cells.each([&](int cell) { price += way.burden * left_[code][at(cell)]; });
    if (!waiting.have) return price + (way.step * way.too_far + weights.bridge_abandoned) * waiting.count;
    // A bridge piece serves one at a time: the others wait as if there were none near.
    std::array<int, most_cells> ways;
    std::ptrdiff_t in_need = 0;
    waiting.cells.each([&](int cell) {
        const Bridge bridge = nearest_bridge(state, code, cell, waiting.bridges, way);
        price += way.burden * bridge.detour;
        if (!bridge.is_there) ways[static_cast<std::size_t>(in_need++)] = bridge.steps;
    });
    const auto served = std::min<std::ptrdiff_t>(waiting.have, in_need);
    std::partial_sort(ways.begin(), ways.begin() + served, ways.begin() + in_need);
    const int steps = std::accumulate(ways.begin(), ways.begin() + served, 0);
    return price + way.step * (steps + way.too_far * static_cast<int>(in_need - served));
}

}  // namespace halma::engine
