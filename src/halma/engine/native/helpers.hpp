// Races in which some fields bind a piece: from there it can only hop, so somebody has to be there to be hopped over.
// Whoever brings all the free pieces home first leaves the bound ones behind for good.
#pragma once

#include <optional>

#include "goal_value.hpp"

namespace halma::engine {

class Helpers {
   public:
    Helpers(const Rules& rules, const Weakness& weakness) : rules_(rules), care_(100 - weakness.neglect) {
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
                    if ((!mover.origins || mover.origins->contains(cell)) && (!mover.within || mover.within->contains(cell)))
                        free.insert(cell);
            }
            if (!steps) continue;
            for (int cell = 0; cell < rules.cells; ++cell)
                if (!free.contains(cell)) bound_[code].insert(cell), any = true;
        }
        // Distances take longer than a short search: most races have no such fields.
        if (!any) return;
        distance_.emplace(rules);
        for (std::size_t code = 1; code < rules.kinds.size(); ++code) find_ways(code);
    }

    bool matter() const { return distance_.has_value(); }

    // Whether somebody of a seat has to be fetched: a helper then goes back, away from the goal.
    bool are_wanted(const State& state, int seat) const {
        const auto& codes = rules_.codes[at(seat)];
        return std::any_of(codes.begin(), codes.end(), [&](Content code) { return state.standing[code].meets(bound_[code]); });
    }

    // Whether an action takes the last helper home before those that need one.
    bool strands(const State& state, const Action& action) const {
        if (action.origin < 0 || action.target < 0 || action.target >= rules_.cells) return false;
        const Content code = state.board[at(action.origin)];
        const CellSet& home = rules_.kind(code).goal_cells;
        if (!home.contains(action.target) || home.contains(action.origin)) return false;
        const CellSet outside = state.standing[code] - home;
        const CellSet helpers = outside - bound_[code];
        return helpers.count() == 1 && helpers.contains(action.origin) && (outside & bound_[code]).any();
    }

    void evaluate(const State& state, PerSeat& values) const {
        for (std::size_t code = 1; code < bound_.size(); ++code) {
            const int price = price_of(state, code, everybody);
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

    // What it costs a seat that thinks, beyond that, that its last ones wait. Nobody plays to keep those of others waiting:
    // that gets nobody home.
    int urgency(const State& state, int seat) const {
        int sum = 0;
        for (auto code : rules_.codes[at(seat)]) sum += price_of(state, code, oneself) - price_of(state, code, everybody);
        return sum * care_ / 100;
    }

   private:
    // With a few helpers they take turns.
    static constexpr int missing_helper = turn;  // and twice, three times … as much for every further one
    static constexpr int enough_helpers = 6;
    // What it costs that a helper is far away, for each step up to some, and that there is none: a bound piece then hardly
    // ever gets home, and nobody may find that cheaper than a long way back.
    struct Way {
        int step, too_far;
        int abandoned() const { return step * too_far + 3 * turn; }
    };
    static constexpr Way everybody{130, 8};
    // Of the own last ones that wait, or with the last helper: enough to send somebody back for them.
    static constexpr int last_ones = 2;
    static constexpr Way oneself{420, 14};
    // A bound piece needs more turns for a step than a free one: somebody has to go ahead of it.
    static constexpr int burden = 40, still_home = 80;
    static constexpr int hop = 2;           // in steps
    static constexpr int unknown_way = 40;  // where no row of helpers leads home
    // Dearer to those whose field it is, or they would do it for what the other loses.
    static constexpr int shut_in = 4 * turn, shut_out = 10 * turn;

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
                if (!std::all_of(hops.begin(), hops.end(), [&](const Leap& leap) { return held(leap.land); })) return false;
            }
        }
        return true;
    }

    // From every bound field how far it is to the goal by hops over fields where a helper can stand, and the hops that
    // there are.
    void find_ways(std::size_t code) {
        const auto& kind = rules_.kinds[code];
        auto& left = left_[code];
        for (int cell = 0; cell < rules_.cells; ++cell)
            left.push_back(bound_[code].contains(cell) ? unknown_way : distance_->nearest(cell, kind.goal_cells));
        const auto each_hop = [&](int cell, auto visit) {
            for (const auto& mover : kind.movers) {
                if (mover.word != Movement::hop || mover.within || (mover.origins && !mover.origins->contains(cell))) continue;
                for (auto leap : mover.hops[cell])
                    if (leap.land < rules_.cells) visit(leap);
            }
        };
        for (bool shorter = true; shorter;) {
            shorter = false;
            bound_[code].each([&](int cell) {
                each_hop(cell, [&](const Leap& leap) {
                    const int found = left[leap.land] + hop;
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

    int price_of(const State& state, std::size_t code, const Way& given) const {
        const CellSet& pieces = state.standing[code];
        const CellSet waiting = pieces & bound_[code];
        const int count = waiting.count();
        if (!count) return 0;
        const CellSet helpers = pieces - bound_[code] - rules_.kinds[code].goal_cells;
        const int wanted = std::min(count + 1, enough_helpers), have = std::min(helpers.count(), wanted);
        const int missing = wanted - have;
        int price = missing_helper * missing * (missing + 1) / 2;
        if (!have) return price + given.abandoned() * count;
        const Way way = count <= last_ones || have == 1 ? given : everybody;
        waiting.each([&](int cell) {
            // How far it is for a helper to where the piece can hop over it, and how far the piece has to go from there.
            // Where others stand in the way it goes round them.
            int least = way.step * way.too_far + burden * left_[code][at(cell)];
            for (auto [over, land] : ways_[code][at(cell)]) {
                if (!state.empty(land) || (state.empty(over) && bound_[code].contains(over))) continue;
                const int helped = state.empty(over) ? distance_->nearest(over, helpers) : 0;
                const int detour = std::max(0, left_[code][land] + hop - left_[code][at(cell)]);
                least = std::min(least, way.step * helped + burden * (left_[code][at(cell)] + detour));
            }
            price += least;
        });
        return price;
    }

    const Rules& rules_;
    int care_;
    std::vector<std::vector<int>> left_;  // by content and cell: steps to the goal
    std::vector<std::vector<std::vector<Leap>>> ways_;
    std::vector<CellSet> bound_;  // by content: fields from which a piece only hops
    std::optional<Distances> distance_;
};

}  // namespace halma::engine
