// What a race is worth: how far the pieces of each seat still have to go.
//
// Every cell has a price for every kind of piece: the steps from there to the target, more for a piece that lags behind
// the others or has strayed from the straight way. All prices follow from advance, goal and neighbours of the rules.
#pragma once

#include <algorithm>
#include <cmath>
#include <queue>

#include "answer.hpp"

namespace halma::engine {

// Tuned by matches of the engine against itself (benchmarks/tune.py).
struct RaceWeights {
    double step = 30;      // the worth of one step
    double strayed = 0.5;  // share of the true distance to the goal; the rest is the way along the axis
    double lagging = 0.5;  // how much dearer the last step behind is than the first one
};

class RaceEvaluation {
   public:
    explicit RaceEvaluation(const Rules& rules, const Weakness& weakness = {}, const RaceWeights& weights = {})
        : rules_(rules), weights_(weights) {
        applies_ = rules.goal.word == GoalWord::home;
        if (!applies_) return;
        weights_.lagging *= (100 - weakness.neglect) / 100.0;
        price_.resize(rules.kinds.size());
        for (std::size_t code = 1; code < rules.kinds.size(); ++code) set_prices(code);
    }

    bool applies() const { return applies_; }

    void evaluate(const State& state, PerSeat& values) const {
        if (!applies_) return;
        for (std::size_t code = 1; code < price_.size(); ++code) {
            const auto& prices = price_[code];
            int sum = 0;
            state.standing[code].each([&](int cell) { sum += prices[static_cast<std::size_t>(cell)]; });
            sum -= final_[code];
            for (int seat = 0; seat < rules_.seats; ++seat)
                if (has_seat(rules_.kinds[code].owners, seat)) values[static_cast<std::size_t>(seat)] -= sum;
        }
    }

    int gain(const State& state, const Action& action) const {
        if (!applies_ || action.origin < 0 || action.target < 0) return 0;
        const auto& prices = price_[state.board[static_cast<std::size_t>(action.origin)]];
        return prices[static_cast<std::size_t>(action.origin)] - prices[static_cast<std::size_t>(action.target)];
    }

    int price(Content code, int cell) const { return price_[code][static_cast<std::size_t>(cell)]; }

    void remaining(const State& state, PerSeat& turns) const {
        if (!applies_) return;
        PerSeat values{};
        evaluate(state, values);
        for (std::size_t seat = 0; seat < static_cast<std::size_t>(rules_.seats); ++seat)
            turns[seat] = std::max(0, (turn - values[seat]) / turn);
    }

   private:
    // Steps from every cell to the goal of a kind, the mean over its fields.
    std::vector<double> mean_distance(const CellSet& goal) const {
        const auto cells = static_cast<std::size_t>(rules_.cells);
        std::vector<double> sum(cells, 0);
        goal.each([&](int field) {
            std::vector<int> steps(cells, unknown);
            std::queue<int> open;
            open.push(field);
            steps[static_cast<std::size_t>(field)] = 0;
            for (; !open.empty(); open.pop())
                for (auto near : rules_.neighbours[open.front()])
                    if (near < rules_.cells && steps[near] == unknown) {
                        steps[near] = steps[static_cast<std::size_t>(open.front())] + 1;
                        open.push(near);
                    }
            for (std::size_t cell = 0; cell < cells; ++cell) sum[cell] += steps[cell];
        });
        for (auto& one : sum) one /= std::max(1, goal.count());
        return sum;
    }

    static double mean(const CellSet& cells, const std::vector<double>& values) {
        double sum = 0;
        cells.each([&](int cell) { sum += values[static_cast<std::size_t>(cell)]; });
        return sum / std::max(1, cells.count());
    }

    void set_prices(std::size_t code) {
        const auto& kind = rules_.kinds[code];
        const auto cells = static_cast<std::size_t>(rules_.cells);
        price_[code].assign(cells + 1, 0);
        if (!kind.goal_cells.any()) return;
        const auto steps = mean_distance(kind.goal_cells);
        std::vector<double> advance(kind.advance.begin(), kind.advance.begin() + rules_.cells);
        CellSet home;
        for (int cell = 0; cell < rules_.cells; ++cell)
            if (rules_.start[static_cast<std::size_t>(cell)] == code) home.insert(cell);
        // The way along the axis, counted in steps.
        const double gained = mean(kind.goal_cells, advance) - mean(home, advance);
        const double scale = gained > 0 ? (mean(home, steps) - mean(kind.goal_cells, steps)) / gained : 0;
        const double furthest = *std::max_element(advance.begin(), advance.end());
        const double lowest = *std::min_element(advance.begin(), advance.end());
        const double longest = std::max(1.0, (furthest - lowest) * scale);
        for (std::size_t cell = 0; cell < cells; ++cell) {
            const double way = (furthest - advance[cell]) * scale;
            const double price = (1 - weights_.strayed) * way + weights_.strayed * steps[cell] +
                                 weights_.lagging * way * way / (2 * longest);
            price_[code][cell] = static_cast<int>(std::lround(weights_.step * price));
        }
        // What is left to pay when everybody is home.
        std::vector<int> cheapest;
        for (const auto& part : kind.goal) {
            std::vector<int> fields;
            part.cells.each([&](int cell) { fields.push_back(price_[code][static_cast<std::size_t>(cell)]); });
            std::sort(fields.begin(), fields.end());
            fields.resize(std::min(fields.size(), static_cast<std::size_t>(part.most)));
            cheapest.insert(cheapest.end(), fields.begin(), fields.end());
        }
        for (int one : cheapest) final_[code] += one;
    }

    const Rules& rules_;
    RaceWeights weights_;
    bool applies_ = false;
    std::vector<std::vector<int>> price_;  // by content and cell
    std::array<int, most_kinds + 1> final_{};
};

}  // namespace halma::engine
