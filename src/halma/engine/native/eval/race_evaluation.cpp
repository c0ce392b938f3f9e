#include "eval/race_evaluation.hpp"

#include <queue>

namespace halma::engine {

namespace {

// What a piece loses that still has to pass others, as a share of its whole way: with one other army, and with several.
// No move depends on it; it is what benchmarks/remaining.py found missing in games of the engine against itself.
constexpr double lost_between_two = 0.27, lost_among_several = 0.2;

double mean_over(const CellSet& cells, const std::vector<double>& values) {
    double sum = 0;
    cells.each([&](int cell) { sum += values[at(cell)]; });
    return sum / std::max(1, cells.count());
}

}  // namespace

void fear_duty(const State& state, Term term, double price, double still_home, Account& account) {
    const int seats = state.rules->seats;
    std::array<int, most_seats> home{};
    for (int seat = 0; seat < seats; ++seat) home[at(seat)] = at_home(state, seat).count();
    for (int seat = 0; seat < seats; ++seat) {
        int least = INT32_MAX;
        for (int other = 0; other < seats; ++other)
            if (other != seat && state.in_play(other)) least = std::min(least, home[at(other)]);
        int feared = static_cast<int>(still_home * home[at(seat)]);
        if (least < home[at(seat)]) feared += static_cast<int>(price * (home[at(seat)] - least) / (1 + least));
        account.add(term, seat, -feared);
    }
}

RaceEvaluation::RaceEvaluation(const Rules& rules, const Weights& weights, int care)
    : rules_(rules), step_price_(static_cast<int>(weights.race_step)), duty_price_(weights.race_duty) {
    applies_ = rules.goal.word == GoalWord::home;
    if (!applies_) return;
    lonely_price_ = static_cast<int>(weights.race_lonely * (care / 100.0));
    prices_.resize(rules.kinds.size());
    for (std::size_t code = 1; code < rules.kinds.size(); ++code)
        set_prices(code, weights, weights.race_lagging * (care / 100.0));
}

void RaceEvaluation::undisturbed(const State& state, PerSeat& turns) const {
    if (!applies_) return;
    PerSeat values{};
    Account account(values);
    evaluate(state, account);
    for (int seat = 0; seat < rules_.seats; ++seat) turns[at(seat)] = std::max(0, (turn - values[at(seat)]) / turn);
}

void RaceEvaluation::remaining(const State& state, PerSeat& turns) const {
    if (!applies_) return;
    undisturbed(state, turns);
    for (int seat = 0; seat < rules_.seats; ++seat) turns[at(seat)] += lost_in_passing(state, seat) / turn;
}

int RaceEvaluation::lost_in_passing(const State& state, int seat) const {
    int sum = 0;
    for (auto own : rules_.codes[at(seat)]) {
        const auto& advance = rules_.kind(own).advance;
        int front = INT32_MIN;
        for (std::size_t code = 1; code < rules_.kinds.size(); ++code) {
            const auto& kind = rules_.kinds[code];
            if (!kind.owners || has_seat(kind.owners, seat)) continue;
            (state.standing[code] - kind.goal_cells).each([&](int cell) {
                front = std::max<int>(front, advance[at(cell)]);
            });
        }
        state.standing[own].each([&](int cell) { sum += advance[at(cell)] < front ? prices_[own].passing : 0; });
    }
    return sum;
}

void RaceEvaluation::set_steps(Prices& made, const CellSet& goal) const {
    const auto cells = at(rules_.cells);
    made.steps.assign(cells * cells, 0);
    made.nearest.assign(cells, unreachable);
    goal.each([&](int field) {
        std::uint8_t* steps = made.steps.data() + at(field) * cells;
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
        for (std::size_t cell = 0; cell < cells; ++cell) made.nearest[cell] = std::min(made.nearest[cell], steps[cell]);
    });
}

// Steps from every cell to the goal of a kind, the mean over its fields.
std::vector<double> RaceEvaluation::mean_distance(std::size_t code, const CellSet& goal) const {
    const auto cells = at(rules_.cells);
    std::vector<double> sum(cells, 0);
    goal.each([&](int field) {
        const auto* steps = steps_to(code, field);
        for (std::size_t cell = 0; cell < cells; ++cell) sum[cell] += steps[cell];
    });
    for (auto& one : sum) one /= std::max(1, goal.count());
    return sum;
}

void RaceEvaluation::set_prices(std::size_t code, const Weights& weights, double lagging) {
    const auto& kind = rules_.kinds[code];
    auto& made = prices_[code];
    const auto cells = at(rules_.cells);
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
        if (rules_.start[at(cell)] == code) home.insert(cell);
    // How many steps one advance is worth.
    const double gained = mean_over(kind.goal_cells, advance) - mean_over(home, advance);
    const double scale = gained > 0 ? (mean_over(home, steps) - mean_over(kind.goal_cells, steps)) / gained : 0;
    const auto [lowest, furthest] = std::minmax_element(advance.begin(), advance.end());
    double end = *lowest;
    kind.goal_cells.each([&](int cell) { end = std::max(end, advance[at(cell)]); });
    // A goal that does not reach to the end of the way has no corner to fill first: all its fields are alike.
    bool hollow = false;
    for (std::size_t cell = 0; cell < cells; ++cell)
        hollow |= advance[cell] > end && !kind.target.contains(static_cast<int>(cell));
    for (std::size_t cell = 0; cell < cells; ++cell) {
        const double way = std::abs(end - advance[cell]) * scale;
        double price =
            hollow ? made.nearest[cell] : (1 - weights.race_strayed) * way + weights.race_strayed * steps[cell];
        // In the target, but on the wrong field.
        const int here = static_cast<int>(cell);
        if (kind.target.contains(here) && !kind.goal_cells.contains(here)) price += made.nearest[cell];
        // A piece with one field only has to be there before the others shut it out.
        if (kind.goal_cells.count() == 1) price *= weights.race_only_field;
        made.cells[cell] = static_cast<int>(std::lround(weights.race_step * price));
    }
    made.lowest = static_cast<int>(*lowest);
    made.span = static_cast<int>(*furthest - *lowest);
    made.share = share(kind.owners);
    set_worths(made, advance, scale, lagging);
    for (const auto& part : kind.goal) {
        std::vector<int> fields;
        part.cells.each([&](int cell) { fields.push_back(made.cells[at(cell)]); });
        std::sort(fields.begin(), fields.end());
        fields.resize(std::min(fields.size(), static_cast<std::size_t>(part.most)));
        for (int one : fields) made.at_end += one;
    }
    int at_start = 0;
    home.each([&](int cell) { at_start += made.cells[at(cell)]; });
    const double lost = rules_.seats > 2 ? lost_among_several : lost_between_two;
    if (home.any()) made.passing = static_cast<int>(lost * (at_start - made.at_end) / home.count());
}

double RaceEvaluation::share(Seats owners) const {
    int army = 0;
    for (const auto& kind : rules_.kinds)
        if (kind.owners & owners) army += kind.army;
    return army ? 1.0 / army : 0;
}

void RaceEvaluation::set_worths(Prices& made, const std::vector<double>& advance, double scale, double lagging) const {
    // As the words of a lattice, so that its moves need not be turned into cells.
    made.width = rules_.lattice ? classes * word_bits : at(rules_.cells);
    for (std::size_t cell = 0; cell < advance.size(); ++cell)
        made.spots[cell] = static_cast<std::uint16_t>(
            rules_.lattice ? word_bits * rules_.lattice->class_of[cell] + rules_.lattice->bit_of[cell] : cell);
    made.worths.assign(static_cast<std::size_t>(parts * made.span + 1) * made.width, 0);
    for (int mean = 0; mean <= parts * made.span; ++mean)
        for (std::size_t cell = 0; cell < advance.size(); ++cell) {
            const double behind = static_cast<double>(mean) / parts + made.lowest - advance[cell];
            const double lag = std::max(0.0, behind * scale);
            const double worth = made.cells[cell] + lagging * lag * lag;
            made.worths[at(mean) * made.width + made.spots[cell]] = static_cast<std::int16_t>(std::min(worth, 32000.0));
        }
}

}  // namespace halma::engine
