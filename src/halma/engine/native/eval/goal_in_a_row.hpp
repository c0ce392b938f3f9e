// So many pieces side by side: how many turns each row still needs, and which threats cannot be met any more.
#pragma once

#include "eval/goal_value.hpp"

namespace halma::engine {

class InARowValue : public GoalValue {
   public:
    InARowValue(const Rules& rules, const Weakness& weakness)
        : rules_(rules), distance_(rules), length_(at(rules.goal.length)), care_(100 - weakness.neglect) {
        centrality_.assign(at(rules.cells), 0);
        for (int cell = 0; cell < rules.cells; ++cell) {
            const auto& lines = rules.goal.lines.from[at(cell)];
            // Lines come in pairs, one for each way: the rows that go on in the first way from here.
            for (int way = 0; way < static_cast<int>(lines.size()); way += 2) {
                if (lines[way].size() + 1 < length_) continue;
                rows_.push_back(static_cast<Cell>(cell));
                for (std::size_t i = 0; i + 1 < length_; ++i) rows_.push_back(lines[way][i]);
            }
        }
        for (auto cell : rows_) ++centrality_[cell];
    }

    void evaluate(const State& state, PerSeat& values) const override {
        std::array<Threats, most_kinds + 1> threats;
        std::array<int, most_kinds + 1> in_hand{};
        if (rules_.placing)
            for (int seat = 0; seat < rules_.seats; ++seat)
                in_hand[rules_.placing->kinds[at(seat)]] += state.more.hands[at(seat)];
        each_row(state, [&](const Cell* row, Content owner, int count, Content other, int) {
            if (!owner || other) return;
            auto& own = threats[owner];
            const int missing = static_cast<int>(length_) - count;
            if (missing <= 0) return;
            const int turns = turns_to_fill(state, row, owner, missing, in_hand[owner]);
            own.worth += worth_in(turns);
            if (turns > 2 || missing > turns) return;
            note_open_cells(state, row, missing, own);
        });
        for (std::size_t code = 1; code < rules_.kinds.size(); ++code)
            add_to_owners(rules_, static_cast<Content>(code), threats[code].worth, values);
        judge(state, threats, values);
    }

    void promise(const State& state, const ActionList& list, std::vector<int>& found) const override {
        const Content own =
            rules_.placing ? rules_.placing->kinds[state.now.seat] : rules_.codes[state.now.seat].front();
        // What it brings to come to a cell, and what it costs to leave it.
        std::array<int, most_cells + 1> coming{}, leaving{};
        each_row(state, [&](const Cell* row, Content owner, int count, Content other, int others) {
            if (!owner) return;
            if (!other) {
                const auto& worth = owner == own ? own_row : other_row;
                for (std::size_t i = 0; i < length_; ++i)
                    if (state.empty(row[i]))
                        coming[row[i]] += worth[at(std::min(count, most_counted))];
                    else if (owner == own)
                        leaving[row[i]] += own_row[at(std::min(count - 1, most_counted))];
                return;
            }
            // A single piece that stands in the way of a row.
            if ((owner == own && count == 1) || (other == own && others == 1)) {
                const int stopped = owner == own ? others : count;
                for (std::size_t i = 0; i < length_; ++i)
                    if (state.board[row[i]] == own) leaving[row[i]] += other_row[at(std::min(stopped, most_counted))];
            }
        });
        found.clear();
        const bool begun = state.occupied().any();
        int centre = 0;
        for (const auto& action : list)
            if (action.target >= 0 && action.target < rules_.cells)
                centre = std::max(centre, centrality_[at(action.target)]);
        for (const auto& action : list) {
            if (action.target < 0 || action.target >= rules_.cells) {
                found.push_back(0);
                continue;
            }
            const int target = coming[at(action.target)], middle = centrality_[at(action.target)];
            if (action.origin >= 0)
                found.push_back(target + middle - leaving[at(action.origin)]);
            else
                found.push_back(target ? target + middle : begun || middle < centre ? hopeless : middle);
        }
        if (std::all_of(found.begin(), found.end(), [](int one) { return one == hopeless; }))
            std::fill(found.begin(), found.end(), 0);
    }

   private:
    static constexpr int most_counted = 5;
    static constexpr std::array<int, most_counted + 1> own_row{1, 12, 45, 220, 50000, 50000};
    static constexpr std::array<int, most_counted + 1> other_row{1, 9, 35, 160, 10000, 10000};
    // A row that is full in so many turns.
    static constexpr std::array<int, 13> worth_of_turns{0, 260, 90, 32, 10, 8, 6, 5, 4, 3, 2, 2, 1};
    // Threats that can hardly be met; searching on finds out.
    static constexpr int wins_now = 200 * turn, wins_next = 150 * turn, wins_soon = 60 * turn, must_answer = 2 * turn;

    struct Threats {
        int worth = 0;
        CellSet completing;  // cells that fill a row at once
        bool fork = false;   // a cell whose taking makes two such cells
        std::array<std::array<Cell, 2>, 48> pairs;
        std::size_t pair_count = 0;
    };

    static int worth_in(int turns) { return at(turns) < worth_of_turns.size() ? worth_of_turns[at(turns)] : 0; }

    // Calls visit(row, owner, count, other owner, other count) for rows with pieces of at most two kinds.
    template <class Visit>
    void each_row(const State& state, Visit visit) const {
        for (std::size_t first = 0; first < rows_.size(); first += length_) {
            const Cell* row = &rows_[first];
            Content one = 0, other = 0;
            int count = 0, others = 0;
            bool mixed = false;
            for (std::size_t i = 0; i < length_; ++i) {
                const Content met = state.board[row[i]];
                if (!met) continue;
                if (!one || met == one) {
                    one = met;
                    ++count;
                } else if (!other || met == other) {
                    other = met;
                    ++others;
                } else {
                    mixed = true;
                }
            }
            if (!mixed) visit(row, one, count, other, others);
        }
    }

    // From the hand a row takes a turn for each missing piece; without, the nearest pieces outside it have to come.
    int turns_to_fill(const State& state, const Cell* row, Content owner, int missing, int in_hand) const {
        if (in_hand >= missing) return missing;
        if (in_hand) return missing + 1;
        constexpr int too_many = 99;
        if (missing > 3) return too_many;
        std::array<int, most_counted> used{};
        std::size_t used_count = 0;
        int turns = 0;
        for (std::size_t i = 0; i < length_; ++i) {
            if (!state.empty(row[i])) continue;
            int nearest = no_cell, least = too_many;
            state.standing[owner].each([&](int piece) {
                const int steps = distance_(piece, row[i]);
                if (steps >= least) return;
                for (std::size_t k = 0; k < length_; ++k)
                    if (row[k] == piece) return;
                for (std::size_t k = 0; k < used_count; ++k)
                    if (used[k] == piece) return;
                least = steps;
                nearest = piece;
            });
            if (nearest == no_cell) return too_many;
            used[used_count++] = nearest;
            turns += least;
        }
        return turns;
    }

    void note_open_cells(const State& state, const Cell* row, int missing, Threats& threats) const {
        std::array<Cell, 2> open{};
        std::size_t count = 0;
        for (std::size_t i = 0; i < length_ && count < 2; ++i)
            if (state.empty(row[i])) open[count++] = row[i];
        if (missing == 1) {
            threats.completing.insert(open[0]);
            return;
        }
        // Taking one of the two cells threatens the other; a cell that threatens two different ones is a fork.
        for (std::size_t i = 0; i < threats.pair_count && !threats.fork; ++i)
            for (std::size_t mine : {0u, 1u})
                for (std::size_t its : {0u, 1u})
                    threats.fork |= threats.pairs[i][its] == open[mine] && threats.pairs[i][1 - its] != open[1 - mine];
        if (threats.pair_count < threats.pairs.size()) threats.pairs[threats.pair_count++] = open;
    }

    void judge(const State& state, const std::array<Threats, most_kinds + 1>& threats, PerSeat& values) const {
        const Content own =
            rules_.placing ? rules_.placing->kinds[state.now.seat] : rules_.codes[state.now.seat].front();
        if (threats[own].completing.any()) {
            add_to_owners(rules_, own, wins_now, values);
            return;
        }
        Content attacker = 0;
        int most = 0;
        for (std::size_t code = 1; code < rules_.kinds.size(); ++code)
            if (code != own && threats[code].completing.count() > most) {
                most = threats[code].completing.count();
                attacker = static_cast<Content>(code);
            }
        if (most > 1) {
            add_to_owners(rules_, attacker, wins_next, values);
        } else if (most == 1) {
            // It has to be met; a fork behind it then decides.
            add_to_owners(rules_, attacker, threats[attacker].fork ? careful(wins_soon / 2) : must_answer, values);
        } else if (threats[own].fork) {
            add_to_owners(rules_, own, careful(wins_soon), values);
        } else {
            for (std::size_t code = 1; code < rules_.kinds.size(); ++code)
                if (threats[code].fork) add_to_owners(rules_, static_cast<Content>(code), careful(must_answer), values);
        }
    }

    // Who does not care sees rows grow, but not where two of them meet.
    int careful(int worth) const { return worth * care_ / 100; }

    const Rules& rules_;
    Distances distance_;
    std::size_t length_;
    int care_;
    std::vector<Cell> rows_;  // one after the other
    std::vector<int> centrality_;
};

}  // namespace halma::engine
