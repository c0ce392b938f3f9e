// What a race is worth: how far the pieces of each seat still have to go.
//
// Every cell has a price for every kind of piece, the steps from there to the goal. A side pays more for pieces that
// lag behind the others, which will have to go alone in the end, for lonely ones, and for those that may be shut in at
// home. All of it follows from advance, goal and neighbours of the rules.
#pragma once

#include <algorithm>
#include <cmath>

#include "eval/distances.hpp"
#include "eval/terms.hpp"

namespace halma::engine {

// Adds what pieces at home cost when another home is nearly empty: the duty to clear may catch them there. The price is
// that of each piece more than the emptiest other home has.
void fear_duty(const State& state, Term term, double price, double still_home, Account& account);

// A move of one piece to a free cell, and what it gains.
struct PlainMove {
    int gain = 0;
    Content code = 0;
    Cell origin = 0, target = 0;
};

class RaceEvaluation {
   public:
    RaceEvaluation(const Rules& rules, const Weights& weights, int care);

    bool applies() const { return applies_; }

    void evaluate(const State& state, Account& account) const {
        if (!applies_) return;
        for (std::size_t code = 1; code < prices_.size(); ++code) {
            const auto& kind = prices_[code];
            if (!state.pieces[code] || !kind.owners) continue;
            const auto* worth = kind.worth(mean(state, kind));
            int way = -kind.at_end;
            state.standing[code].each([&](int cell) { way += worth[kind.spots[at(cell)]]; });
            const int alone = lonely_price_ * lonely(state, code), last = homeless(code, state.standing[code]);
            if (!account.is_told()) {
                account.add_to_owners(Term::race_way, rules_.kinds[code], -(way + alone + last));
                continue;
            }
            int lag = 0;
            state.standing[code].each([&](int cell) { lag += worth[kind.spots[at(cell)]] - kind.cells[at(cell)]; });
            account.add_to_owners(Term::race_way, rules_.kinds[code], -(way - lag));
            account.add_to_owners(Term::race_lagging, rules_.kinds[code], -lag);
            account.add_to_owners(Term::race_lonely, rules_.kinds[code], -alone);
            account.add_to_owners(Term::race_last, rules_.kinds[code], -last);
        }
        if (rules_.duty != Duty::none) fear_duty(state, Term::race_duty, duty_price_, 0, account);
    }

    // What a move gains, as long as the others stay where they are.
    int gain(const State& state, const Action& action) const {
        if (!applies_ || action.origin < 0 || action.target < 0) return 0;
        const auto& kind = prices_[state.board[at(action.origin)]];
        const auto* worth = kind.worth(mean(state, kind));
        return worth[kind.spots[at(action.origin)]] - worth[kind.spots[at(action.target)]];
    }

    // Whether `best_gain` can be asked: nothing but moves of the lattice can come up.
    bool is_plain(const State& state) const {
        return applies_ && rules_.quick_draw && !rules_.lends && !must_clear(state, state.now.seat) &&
               !may_finish(state);
    }

    // The most that a single move of the seat to act gains, found without a list; counts the moves. Nothing found is a
    // loss that no move can be.
    int best_gain(const State& state, std::uint64_t& count) const {
        const auto& lattice = *rules_.lattice;
        LatticeMoves moves;
        int best = -win;
        for (auto code : rules_.codes[state.now.seat]) {
            const auto& kind = prices_[code];
            const auto* worth = kind.worth(mean(state, kind));
            each_set(rules_, rules_.kind(code), state.words[code], lattice.cells,
                     [&](const Words& pieces, const Words& ends) {
                         find_moves(lattice, state.words[0], pieces, ends, moves);
                         count += moves.count;
                         moves.each(lattice, [&](bool, std::size_t own, Word from, std::size_t to, Word lands) {
                             const int left = worth[word_bits * own + static_cast<std::size_t>(std::countr_zero(from))];
                             const auto* landed = worth + word_bits * to;
                             for (; lands; lands &= lands - 1)
                                 best = std::max(best, left - landed[std::countr_zero(lands)]);
                         });
                     });
        }
        return best;
    }

    // All such moves, and what they gain.
    void plain_moves(const State& state, std::vector<PlainMove>& found) const {
        found.clear();
        const auto& lattice = *rules_.lattice;
        LatticeMoves moves;
        for (auto code : rules_.codes[state.now.seat]) {
            const auto& kind = prices_[code];
            const auto* worth = kind.worth(mean(state, kind));
            each_set(rules_, rules_.kind(code), state.words[code], lattice.cells,
                     [&](const Words& pieces, const Words& ends) {
                         find_moves(lattice, state.words[0], pieces, ends, moves);
                         moves.each(lattice, [&](bool, std::size_t own, Word from, std::size_t to, Word lands) {
                             const auto origin = static_cast<Cell>(lattice.cell_at(own, from));
                             const int left = worth[kind.spots[origin]];
                             for (; lands; lands &= lands - 1) {
                                 const auto target = static_cast<Cell>(lattice.cell_at(to, lands));
                                 found.push_back({left - worth[kind.spots[target]], code, origin, target});
                             }
                         });
                     });
        }
    }

    int price(Content code, int cell) const { return prices_[code].cells[at(cell)]; }

    // Own turns each seat would need at about if nobody were in its way.
    void undisturbed(const State& state, PerSeat& turns) const;

    // Own turns each seat still needs at about, with those that it loses on the way past the others.
    void remaining(const State& state, PerSeat& turns) const;

    // So many pieces that are not home yet look for open fields.
    static constexpr int last_pieces = 3;

    // The last pieces on their way pay for what the fields that are still open are further away than the goal as such,
    // which leads them to where there is no room any more.
    int homeless(std::size_t code, const CellSet& pieces) const {
        const auto& goal = rules_.kinds[code].goal_cells;
        const CellSet away = pieces - goal;
        const int count = away.count();
        if (!count || count > last_pieces) return 0;
        const CellSet open = goal - pieces;
        int sum = 0;
        away.each([&](int cell) {
            int nearest = most_cells;
            open.each([&](int field) { nearest = std::min<int>(nearest, steps_to(code, field)[cell]); });
            sum += nearest - prices_[code].nearest[at(cell)];
        });
        return step_price_ * sum;
    }

   private:
    // How finely the mean advance of a side is known.
    static constexpr int parts = 4;
    static constexpr std::uint8_t unreachable = 255;

    struct Prices {
        std::vector<int> cells;
        std::vector<std::uint16_t> spots;  // where a cell lies in a row of `worths`
        int lowest = 0;                    // the advance that counts as 0
        int span = 0;
        int at_end = 0;   // what is left to pay when everybody is home
        int passing = 0;  // what a piece loses on its way past others
        Seats owners = 0;
        double share = 0;                   // one through the number of pieces of a seat
        std::vector<std::uint8_t> steps;    // for each field of the goal those from every cell
        std::vector<std::uint8_t> nearest;  // from every cell to the nearest field of the goal
        std::size_t width = 1;
        // For each mean of the side a row: what a piece on a cell costs, with what it pays for being behind.
        std::vector<std::int16_t> worths;

        const std::int16_t* worth(int mean) const {
            return worths.data() + static_cast<std::size_t>(std::clamp(mean, 0, parts * span)) * width;
        }
    };

    int mean(const State& state, const Prices& kind) const {
        const auto seat = static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(kind.owners | 1u << 7)));
        const auto total = seat < most_seats ? state.totals[seat] : 0;
        return static_cast<int>((total * kind.share - kind.lowest) * parts);
    }

    // Whether the seat to act may win by a single move.
    bool may_finish(const State& state) const {
        int away = 0;
        for (auto code : rules_.codes[state.now.seat])
            away += (state.standing[code] - rules_.kind(code).goal_cells).count();
        return away < 2;
    }

    // What the pieces of a seat lose that still have to pass pieces of others; those that are home are no matter.
    int lost_in_passing(const State& state, int seat) const;

    // Pieces of a kind without a neighbour of the same kind.
    int lonely(const State& state, std::size_t code) const {
        if (!rules_.lattice) return 0;
        const auto& lattice = *rules_.lattice;
        const Words& pieces = state.words[code];
        Words near{};
        for (std::size_t way = 0; way < static_cast<std::size_t>(lattice.directions); ++way) {
            const auto& step = lattice.ways[way];
            for (std::size_t own = 0; own < classes; ++own)
                near[own ^ step.turn] |=
                    Shifts::shifted(pieces[own] & step.valid[own], step.shifts.left[own], step.shifts.right[own]);
        }
        int sum = 0;
        for (std::size_t own = 0; own < classes; ++own) sum += std::popcount(pieces[own] & ~near[own]);
        return sum;
    }

    // Steps from every cell to a field of a goal.
    const std::uint8_t* steps_to(std::size_t code, int field) const {
        return prices_[code].steps.data() + at(field) * at(rules_.cells);
    }

    void set_steps(Prices& made, const CellSet& goal) const;
    std::vector<double> mean_distance(std::size_t code, const CellSet& goal) const;
    void set_prices(std::size_t code, const Weights& weights, double lagging);
    double share(Seats owners) const;
    void set_worths(Prices& made, const std::vector<double>& advance, double scale, double lagging) const;

    const Rules& rules_;
    int lonely_price_ = 0, step_price_ = 0;
    double duty_price_;
    bool applies_ = false;
    std::vector<Prices> prices_;  // by content
};

}  // namespace halma::engine
