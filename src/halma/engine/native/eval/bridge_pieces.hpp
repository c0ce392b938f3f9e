// Races in which some fields bind a piece: from there it can only hop, so it needs a bridge piece, one of the free ones
// to be hopped over. Whoever brings all the free pieces home first leaves the bound ones behind for good.
#pragma once

#include <algorithm>
#include <numeric>
#include <optional>

#include "eval/goal_value.hpp"

namespace halma::engine {

class BridgePieces {
   public:
    // The ways go round those who stand in them at the root of a thought.
    BridgePieces(const State& root, const Weakness& weakness) : rules_(*root.rules), care_(100 - weakness.neglect) {
        const Rules& rules = rules_;
        if (rules.goal.word != GoalWord::home) return;
        bound_.resize(rules.kinds.size());
        left_.resize(rules.kinds.size());
        ways_.resize(rules.kinds.size());
        bool any = false;
        for (std::size_t code = 1; code < rules.kinds.size(); ++code) {
            const auto& kind = rules.kinds[code];
            bool steps = false;
            CellSet free;
            for (const auto& mover : kind.movers) {
                if (mover.word != Movement::step) continue;
                steps = true;
                for (int cell = 0; cell < rules.cells; ++cell)
                    if ((!mover.origins || mover.origins->contains(cell)) &&
                        (!mover.within || mover.within->contains(cell)))
                        free.insert(cell);
            }
            if (!steps) continue;
            for (int cell = 0; cell < rules.cells; ++cell)
                if (!free.contains(cell)) bound_[code].insert(cell), any = true;
        }
        // Distances take longer than a short search: most races have no such fields.
        if (!any) return;
        distance_.emplace(rules);
        for (std::size_t code = 1; code < rules.kinds.size(); ++code) find_ways(root, code);
        for (int seat = 0; seat < rules.seats; ++seat)
            hurries_[at(seat)] = are_wanted(root, seat) && has_to_hurry(root, seat);
    }

    bool matter() const { return distance_.has_value(); }

    // Whether somebody of a seat has to be fetched: a bridge piece then goes back, away from the goal.
    bool are_wanted(const State& state, int seat) const {
        const auto& codes = rules_.codes[at(seat)];
        return std::any_of(codes.begin(), codes.end(),
                           [&](Content code) { return state.standing[code].meets(bound_[code]); });
    }

    // Whether an action takes the last bridge piece home before those that need one.
    bool strands(const State& state, const Action& action) const {
        if (action.origin < 0 || action.target < 0 || action.target >= rules_.cells) return false;
        const Content code = state.board[at(action.origin)];
        const CellSet& home = rules_.kind(code).goal_cells;
        if (!home.contains(action.target) || home.contains(action.origin)) return false;
        const Waiting waiting = who_waits(state, code);
        return waiting.count && waiting.bridges.count() == 1 && waiting.bridges.contains(action.origin);
    }

    void evaluate(const State& state, PerSeat& values) const {
        for (std::size_t code = 1; code < bound_.size(); ++code) {
            const int price = price_of(state, code, who_waits(state, code), everybody);
            if (price) add_to_owners(rules_, static_cast<Content>(code), -price * care_ / 100, values);
        }
        // Who stays at home is shut in there one day: pieces that only step, or only hop, are easily shut in.
        for (int seat = 0; seat < rules_.seats; ++seat)
            at_home(state, seat).each([&](int cell) {
                values[at(seat)] -= still_home * care_ / 100;
                if (!is_shut_in(state, cell)) return;
                values[at(seat)] -= shut_in * care_ / 100;
                // Nobody gets home where somebody else has to stay.
                for (std::size_t code = 1; code < rules_.kinds.size(); ++code)
                    if (rules_.kinds[code].goal_cells.contains(cell))
                        add_to_owners(rules_, static_cast<Content>(code), -shut_out * care_ / 100, values);
            });
    }

    // What it costs a seat that hurries, beyond that, that those wait whom it has to fetch. It then does not matter how
    // long those of others wait: whoever stands in their way for that gets nobody home.
    int urgency(const State& state, int seat) const {
        if (!hurries_[at(seat)]) return 0;
        const auto& own = rules_.codes[at(seat)];
        int sum = 0, others = 0;
        for (std::size_t code = 1; code < bound_.size(); ++code) {
            const Waiting waiting = who_waits(state, code);
            const int usual = price_of(state, code, waiting, everybody);
            if (std::find(own.begin(), own.end(), code) == own.end())
                others += usual;
            else
                sum += price_of(state, code, waiting, in_haste) - usual;
        }
        return (sum + others / std::max(1, rules_.seats - 1)) * care_ / 100;
    }

   private:
    // With a few bridge pieces they take turns.
    static constexpr int missing_bridge_piece = turn;  // and twice, three times … as much for every further one
    static constexpr int enough_bridge_pieces = 6;
    // What it costs that a bridge piece is far away, for each step up to some, and that there is none: a bound piece
    // then hardly ever gets home, and nobody may find that cheaper than a long way back. A bound piece has a burden for
    // every step that it has left itself: it needs more turns for one than those who are free, since somebody has to go
    // ahead of it.
    struct Way {
        int step, too_far, burden;
        int abandoned() const { return step * too_far + 3 * turn; }
    };
    static constexpr Way everybody{130, 8, 40};
    // Enough to send somebody back from home.
    static constexpr Way in_haste{160, 14, 240};
    static constexpr int still_home = 80;
    // In steps.
    static constexpr int hop = 2;
    static constexpr int unknown_way = 80;  // where no row of bridge pieces leads home
    static constexpr int in_the_way = 12;   // until somebody else who only hops has gone on
    // Dearer to those whose field it is, or they would do it for what the other loses.
    static constexpr int shut_in = 4 * turn, shut_out = 10 * turn;

    struct Waiting {
        CellSet cells, bridges;
        int count, wanted, have;
    };

    Waiting who_waits(const State& state, std::size_t code) const {
        Waiting waiting;
        waiting.cells = state.standing[code] & bound_[code];
        waiting.bridges = state.standing[code] - bound_[code] - rules_.kinds[code].goal_cells;
        waiting.count = waiting.cells.count();
        waiting.wanted = std::min(waiting.count + 1, enough_bridge_pieces);
        waiting.have = std::min(waiting.bridges.count(), waiting.wanted);
        return waiting;
    }

    // When only the last ones wait, or only the last bridge piece is left, or nothing has got on for some turns.
    bool has_to_hurry(const State& root, int seat) const {
        constexpr int last_ones = 2, patient = 10;
        const auto& own = rules_.codes[at(seat)];
        return root.now.idle[at(seat)] > patient || std::any_of(own.begin(), own.end(), [&](Content code) {
                   const Waiting waiting = who_waits(root, code);
                   return waiting.count && (waiting.count <= last_ones || waiting.have <= 1);
               });
    }

    // Whether others hold every field to which a piece could ever go from where it stands.
    bool is_shut_in(const State& state, int cell) const {
        const Content code = state.board[at(cell)];
        const auto held = [&](Cell to) { return to >= rules_.cells || (!state.empty(to) && state.board[to] != code); };
        for (const auto& mover : rules_.kind(code).movers) {
            if (mover.within || (mover.origins && !mover.origins->contains(cell))) continue;
            if (mover.word == Movement::step) {
                const auto& steps = mover.steps[cell];
                if (!std::all_of(steps.begin(), steps.end(), held)) return false;
            } else if (mover.word == Movement::hop) {
                const auto& hops = mover.hops[cell];
                if (!std::all_of(hops.begin(), hops.end(), [&](const Leap& leap) { return held(leap.land); }))
                    return false;
            }
        }
        return true;
    }

    // From every bound field how far it is to the goal by hops over fields where a bridge piece can stand, past those
    // who wait or have come home themselves, and the hops that there are.
    void find_ways(const State& root, std::size_t code) {
        const auto& kind = rules_.kinds[code];
        CellSet others;
        for (std::size_t other = 1; other < bound_.size(); ++other)
            if (other != code) others |= root.standing[other] & (bound_[other] | rules_.kinds[other].goal_cells);
        auto& left = left_[code];
        for (int cell = 0; cell < rules_.cells; ++cell)
            left.push_back(bound_[code].contains(cell) ? unknown_way : distance_->nearest(cell, kind.goal_cells));
        const auto each_hop = [&](int cell, auto visit) {
            for (const auto& mover : kind.movers) {
                if (mover.word != Movement::hop || mover.within || (mover.origins && !mover.origins->contains(cell)))
                    continue;
                for (auto leap : mover.hops[cell])
                    if (leap.land < rules_.cells) visit(leap);
            }
        };
        for (bool shorter = true; shorter;) {
            shorter = false;
            bound_[code].each([&](int cell) {
                each_hop(cell, [&](const Leap& leap) {
                    const int found = left[leap.land] + hop + (others.contains(leap.land) ? in_the_way : 0);
                    if (bound_[code].contains(leap.over) || found >= left[at(cell)]) return;
                    left[at(cell)] = found;
                    shorter = true;
                });
            });
        }
        ways_[code].resize(at(rules_.cells));
        bound_[code].each([&](int cell) {
            each_hop(cell, [&](const Leap& leap) {
                if (left[leap.land] < unknown_way) ways_[code][at(cell)].push_back(leap);
            });
        });
    }

    // How far it is for a bridge piece to where a waiting piece can hop over it, what that hop leads out of its way,
    // and whether it needs none because somebody else stands there.
    struct Bridge {
        int steps, detour = 0;
        bool is_there = false;
    };

    Bridge nearest_bridge(const State& state, std::size_t code, int cell, const CellSet& bridges,
                          const Way& way) const {
        Bridge nearest{way.too_far};
        int least = way.step * way.too_far;
        for (auto [over, land] : ways_[code][at(cell)]) {
            // Own ones on the next field go on, others wait to be let through.
            const bool barred = !state.empty(land) && state.board[land] != code;
            const bool open = state.empty(over);
            if (barred || (open && bound_[code].contains(over))) continue;
            const int steps = open ? std::min(distance_->nearest(over, bridges), way.too_far) : 0;
            const int detour = std::max(0, left_[code][land] + hop - left_[code][at(cell)]);
            const int found = way.step * steps + way.burden * detour;
            if (found >= least) continue;
            least = found;
            nearest = {steps, detour, !open && !bridges.contains(over)};
        }
        return nearest;
    }

    int price_of(const State& state, std::size_t code, const Waiting& waiting, const Way& way) const {
        if (!waiting.count) return 0;
        const int missing = waiting.wanted - waiting.have;
        int price = missing_bridge_piece * missing * (missing + 1) / 2;
        waiting.cells.each([&](int cell) { price += way.burden * left_[code][at(cell)]; });
        if (!waiting.have) return price + way.abandoned() * waiting.count;
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

    const Rules& rules_;
    int care_;
    std::vector<std::vector<int>> left_;  // by content and cell: steps to the goal
    std::vector<std::vector<std::vector<Leap>>> ways_;
    // By seat. As it is at the root, or whoever brings one of a few home would make the others the last, and dearer.
    std::array<bool, most_seats> hurries_{};
    std::vector<CellSet> bound_;  // by content: fields from which a piece only hops
    std::optional<Distances> distance_;
};

}  // namespace halma::engine
