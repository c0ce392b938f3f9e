// What a race is worth: how far the pieces of each seat still have to go.
//
// Every cell has a price for every kind of piece, the steps from there to the goal. A side pays more for pieces that
// lag behind the others, which will have to go alone in the end, for lonely ones, and for those that may be shut in at
// home. All of it follows from advance, goal and neighbours of the rules.
#pragma once

#include <algorithm>
#include <cmath>
#include <queue>

#include "answer.hpp"

namespace halma::engine {

class RaceEvaluation {
   public:
    explicit RaceEvaluation(const Rules& rules, const Weakness& weakness = {}, const Tuning& tuning = {})
        : rules_(rules), tuning_(tuning) {
        applies_ = rules.goal.word == GoalWord::home;
        if (!applies_) return;
        const double care = (100 - weakness.neglect) / 100.0;
        tuning_.lagging *= care;
        tuning_.lonely *= care;
        lonely_price_ = static_cast<int>(tuning_.lonely);
        prices_.resize(rules.kinds.size());
        for (std::size_t code = 1; code < rules.kinds.size(); ++code) set_prices(code);
    }

    bool applies() const { return applies_; }

    void evaluate(const State& state, PerSeat& values) const {
        if (!applies_) return;
        for (std::size_t code = 1; code < prices_.size(); ++code) {
            const auto& kind = prices_[code];
            if (!state.pieces[code] || !kind.owners) continue;
            const auto* worth = kind.worth(mean(state, kind));
            int sum = -kind.at_end;
            state.standing[code].each([&](int cell) { sum += worth[kind.spots[static_cast<std::size_t>(cell)]]; });
            sum += lonely_price_ * lonely(state, code) + homeless(code, state.standing[code]);
            for (int seats = kind.owners; seats; seats &= seats - 1)
                values[static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(seats)))] -= sum;
        }
        if (rules_.duty != Duty::none) fear_duty(state, values);
    }

    // What a move gains, as long as the others stay where they are.
    int gain(const State& state, const Action& action) const {
        if (!applies_ || action.origin < 0 || action.target < 0) return 0;
        const auto& kind = prices_[state.board[static_cast<std::size_t>(action.origin)]];
        const auto* worth = kind.worth(mean(state, kind));
        return worth[kind.spots[static_cast<std::size_t>(action.origin)]] -
               worth[kind.spots[static_cast<std::size_t>(action.target)]];
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

    int price(Content code, int cell) const { return prices_[code].cells[static_cast<std::size_t>(cell)]; }

    void remaining(const State& state, PerSeat& turns) const {
        if (!applies_) return;
        PerSeat values{};
        evaluate(state, values);
        for (std::size_t seat = 0; seat < static_cast<std::size_t>(rules_.seats); ++seat)
            turns[seat] = std::max(0, (turn - values[seat]) / turn);
    }

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
            sum += nearest - prices_[code].nearest[static_cast<std::size_t>(cell)];
        });
        return static_cast<int>(tuning_.step) * sum;
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
        int at_end = 0;  // what is left to pay when everybody is home
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

    // Who has pieces at home when another home is nearly empty may be caught there by the duty to clear.
    void fear_duty(const State& state, PerSeat& values) const {
        std::array<int, most_seats> home{};
        for (int seat = 0; seat < rules_.seats; ++seat)
            home[static_cast<std::size_t>(seat)] = at_home(state, seat).count();
        for (std::size_t seat = 0; seat < static_cast<std::size_t>(rules_.seats); ++seat) {
            int least = INT32_MAX;
            for (std::size_t other = 0; other < static_cast<std::size_t>(rules_.seats); ++other)
                if (other != seat && state.in_play(static_cast<int>(other))) least = std::min(least, home[other]);
            if (least < home[seat])
                values[seat] -= static_cast<int>(tuning_.shut_in * (home[seat] - least) / (1 + least));
        }
    }

    // Steps from every cell to a field of a goal.
    const std::uint8_t* steps_to(std::size_t code, int field) const {
        return prices_[code].steps.data() + static_cast<std::size_t>(field) * static_cast<std::size_t>(rules_.cells);
    }

    void set_steps(Prices& made, const CellSet& goal) const {
        const auto cells = static_cast<std::size_t>(rules_.cells);
        made.steps.assign(cells * cells, 0);
        made.nearest.assign(cells, unreachable);
        goal.each([&](int field) {
            std::uint8_t* steps = made.steps.data() + static_cast<std::size_t>(field) * cells;
            std::fill(steps, steps + cells, unreachable);
            std::queue<int> open;
            open.push(field);
            steps[field] = 0;
            for (; !open.empty(); open.pop())
                for (auto near : rules_.neighbours[open.front()])
                    if (near < rules_.cells && steps[near] == unreachable) {
                        steps[near] = static_cast<std::uint8_t>(std::min(steps[open.front()] + 1, unreachable - 1));
                        open.push(near);
                    }
            for (std::size_t cell = 0; cell < cells; ++cell)
                made.nearest[cell] = std::min(made.nearest[cell], steps[cell]);
        });
    }

    // Steps from every cell to the goal of a kind, the mean over its fields.
    std::vector<double> mean_distance(std::size_t code, const CellSet& goal) const {
        const auto cells = static_cast<std::size_t>(rules_.cells);
        std::vector<double> sum(cells, 0);
        goal.each([&](int field) {
            const auto* steps = steps_to(code, field);
            for (std::size_t cell = 0; cell < cells; ++cell) sum[cell] += steps[cell];
        });
        for (auto& one : sum) one /= std::max(1, goal.count());
        return sum;
    }

    static double mean_over(const CellSet& cells, const std::vector<double>& values) {
        double sum = 0;
        cells.each([&](int cell) { sum += values[static_cast<std::size_t>(cell)]; });
        return sum / std::max(1, cells.count());
    }

    void set_prices(std::size_t code) {
        const auto& kind = rules_.kinds[code];
        auto& made = prices_[code];
        const auto cells = static_cast<std::size_t>(rules_.cells);
        made.cells.assign(cells + 1, 0);
        made.spots.assign(cells + 1, 0);
        made.worths.assign(1, 0);
        if (!kind.goal_cells.any()) return;
        made.owners = kind.owners;
        set_steps(made, kind.goal_cells);
        const auto steps = mean_distance(code, kind.goal_cells);
        const std::vector<double> advance(kind.advance.begin(), kind.advance.begin() + rules_.cells);
        CellSet home;
        for (int cell = 0; cell < rules_.cells; ++cell)
            if (rules_.start[static_cast<std::size_t>(cell)] == code) home.insert(cell);
        // How many steps one advance is worth.
        const double gained = mean_over(kind.goal_cells, advance) - mean_over(home, advance);
        const double scale = gained > 0 ? (mean_over(home, steps) - mean_over(kind.goal_cells, steps)) / gained : 0;
        const auto [lowest, furthest] = std::minmax_element(advance.begin(), advance.end());
        double end = *lowest;
        kind.goal_cells.each([&](int cell) { end = std::max(end, advance[static_cast<std::size_t>(cell)]); });
        // A goal that does not reach to the end of the way has no corner to fill first: all its fields are alike.
        bool hollow = false;
        for (std::size_t cell = 0; cell < cells; ++cell)
            hollow |= advance[cell] > end && !kind.target.contains(static_cast<int>(cell));
        for (std::size_t cell = 0; cell < cells; ++cell) {
            const double way = std::abs(end - advance[cell]) * scale;
            double price = hollow ? made.nearest[cell] : (1 - tuning_.strayed) * way + tuning_.strayed * steps[cell];
            // In the target, but on the wrong field.
            const int here = static_cast<int>(cell);
            if (kind.target.contains(here) && !kind.goal_cells.contains(here)) price += made.nearest[cell];
            // A piece with one field only has to be there before the others shut it out.
            if (kind.goal_cells.count() == 1) price *= 3;
            made.cells[cell] = static_cast<int>(std::lround(tuning_.step * price));
        }
        made.lowest = static_cast<int>(*lowest);
        made.span = static_cast<int>(*furthest - *lowest);
        made.share = share(kind.owners);
        set_worths(made, advance, scale);
        for (const auto& part : kind.goal) {
            std::vector<int> fields;
            part.cells.each([&](int cell) { fields.push_back(made.cells[static_cast<std::size_t>(cell)]); });
            std::sort(fields.begin(), fields.end());
            fields.resize(std::min(fields.size(), static_cast<std::size_t>(part.most)));
            for (int one : fields) made.at_end += one;
        }
    }

    double share(Seats owners) const {
        int army = 0;
        for (const auto& kind : rules_.kinds)
            if (kind.owners & owners) army += kind.army;
        return army ? 1.0 / army : 0;
    }

    void set_worths(Prices& made, const std::vector<double>& advance, double scale) const {
        // As the words of a lattice, so that its moves need not be turned into cells.
        made.width = rules_.lattice ? classes * word_bits : static_cast<std::size_t>(rules_.cells);
        for (std::size_t cell = 0; cell < advance.size(); ++cell)
            made.spots[cell] = static_cast<std::uint16_t>(
                rules_.lattice ? word_bits * rules_.lattice->class_of[cell] + rules_.lattice->bit_of[cell] : cell);
        made.worths.assign(static_cast<std::size_t>(parts * made.span + 1) * made.width, 0);
        for (int mean = 0; mean <= parts * made.span; ++mean)
            for (std::size_t cell = 0; cell < advance.size(); ++cell) {
                const double behind = static_cast<double>(mean) / parts + made.lowest - advance[cell];
                const double lag = std::max(0.0, behind * scale);
                const double worth = made.cells[cell] + tuning_.lagging * lag * lag;
                made.worths[static_cast<std::size_t>(mean) * made.width + made.spots[cell]] =
                    static_cast<std::int16_t>(std::min(worth, 32000.0));
            }
    }

    const Rules& rules_;
    Tuning tuning_;
    int lonely_price_ = 0;
    bool applies_ = false;
    std::vector<Prices> prices_;  // by content
};

}  // namespace halma::engine
