#include "eval/goal_in_a_row.hpp"

#include "eval/reachability.hpp"

namespace halma::engine {

InARowValue::InARowValue(const Grounds& grounds) : grounds_(grounds), length_(at(grounds.rules.goal.length)) {
    const auto& rules = grounds_.rules;
    const auto& weights = grounds_.weights;
    worth_of_turns_ = {weights.row_in_1, weights.row_in_2,  weights.row_in_3,  weights.row_in_4,
                       weights.row_in_5, weights.row_in_6,  weights.row_in_7,  weights.row_in_8,
                       weights.row_in_9, weights.row_in_10, weights.row_in_11, weights.row_in_12};
    own_row_ = {weights.row_order_own_0, weights.row_order_own_1, weights.row_order_own_2, weights.row_order_own_3,
                weights.row_order_own_4};
    // Nobody stops an empty row.
    other_row_ = {0, weights.row_order_other_1, weights.row_order_other_2, weights.row_order_other_3,
                  weights.row_order_other_4};
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

// Calls visit(row, owner, count, other owner, other count) for rows with pieces of at most two kinds.
template <class Visit>
void InARowValue::each_row(const State& state, Visit visit) const {
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

void InARowValue::evaluate(const State& state, Account& account) const {
    AllThreats threats;
    std::array<int, most_kinds + 1> in_hand{};
    if (grounds_.rules.placing)
        for (int seat = 0; seat < grounds_.rules.seats; ++seat)
            in_hand[grounds_.rules.placing->kinds[at(seat)]] += state.more.hands[at(seat)];
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
    for (std::size_t code = 1; code < grounds_.rules.kinds.size(); ++code)
        account.add_to_owners(Term::row_growth, grounds_.rules.kinds[code], threats[code].worth);
    judge(state, threats, account);
}

void InARowValue::promise(const State& state, const ActionList& list, std::vector<int>& found) const {
    const Content own = grounds_.rules.placing ? grounds_.rules.placing->kinds[state.now.seat]
                                               : grounds_.rules.codes[state.now.seat].front();
    // What it brings to come to a cell, and what it costs to leave it.
    std::array<int, most_cells + 1> coming{}, leaving{};
    each_row(state, [&](const Cell* row, Content owner, int count, Content other, int others) {
        if (!owner) return;
        if (!other) {
            const auto& worth = owner == own ? own_row_ : other_row_;
            for (std::size_t i = 0; i < length_; ++i)
                if (state.empty(row[i]))
                    coming[row[i]] += worth[at(std::min(count, most_counted))];
                else if (owner == own)
                    leaving[row[i]] += own_row_[at(std::min(count - 1, most_counted))];
            return;
        }
        // A single piece that stands in the way of a row.
        if ((owner == own && count == 1) || (other == own && others == 1)) {
            const int stopped = owner == own ? others : count;
            for (std::size_t i = 0; i < length_; ++i)
                if (state.board[row[i]] == own) leaving[row[i]] += other_row_[at(std::min(stopped, most_counted))];
        }
    });
    found.clear();
    const bool begun = state.occupied().any();
    int centre = 0;
    for (const auto& action : list)
        if (action.target >= 0 && action.target < grounds_.rules.cells)
            centre = std::max(centre, centrality_[at(action.target)]);
    for (const auto& action : list) {
        if (action.target < 0 || action.target >= grounds_.rules.cells) {
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

// From the hand a row takes a turn for each missing piece; without, the nearest pieces outside it have to come.
int InARowValue::turns_to_fill(const State& state, const Cell* row, Content owner, int missing, int in_hand) const {
    if (in_hand >= missing) return missing;
    if (in_hand) return missing + 1;
    constexpr int too_many = 99, most_missing = 3;
    if (missing > most_missing) return too_many;
    std::array<int, most_missing> used{};
    std::size_t used_count = 0;
    int turns = 0;
    for (std::size_t i = 0; i < length_; ++i) {
        if (!state.empty(row[i])) continue;
        int nearest = no_cell, least = too_many;
        state.standing[owner].each([&](int piece) {
            const int steps = grounds_.distance(piece, row[i]);
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

void InARowValue::note_open_cells(const State& state, const Cell* row, int missing, Threats& threats) const {
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

// Who does not care sees rows grow, but not where two of them meet.
void InARowValue::judge(const State& state, const AllThreats& threats, Account& account) const {
    const auto& weights = grounds_.weights;
    const Content own = grounds_.rules.placing ? grounds_.rules.placing->kinds[state.now.seat]
                                               : grounds_.rules.codes[state.now.seat].front();
    if (threats[own].completing.any()) {
        account.add_to_owners(Term::row_threats, grounds_.rules.kinds[own], weights.row_wins_now);
        return;
    }
    Content attacker = 0;
    int most = 0;
    for (std::size_t code = 1; code < grounds_.rules.kinds.size(); ++code)
        if (code != own && threats[code].completing.count() > most) {
            most = threats[code].completing.count();
            attacker = static_cast<Content>(code);
        }
    if (most > 1) {
        account.add_to_owners(Term::row_threats, grounds_.rules.kinds[attacker], weights.row_wins_next);
    } else if (most == 1) {
        // It has to be met; a fork behind it then decides.
        account.add_to_owners(Term::row_threats, grounds_.rules.kinds[attacker],
                              threats[attacker].fork ? careful(weights.row_wins_behind) : weights.row_must_answer);
    } else if (threats[own].fork) {
        account.add_to_owners(Term::row_threats, grounds_.rules.kinds[own], careful(weights.row_wins_soon));
    } else {
        for (std::size_t code = 1; code < grounds_.rules.kinds.size(); ++code)
            if (threats[code].fork)
                account.add_to_owners(Term::row_threats, grounds_.rules.kinds[code], careful(weights.row_must_answer));
    }
}

}  // namespace halma::engine
