// When the armies have passed each other, each side runs alone: how many own turns does it need, and by which moves?
//
// A beam follows the most promising positions turn by turn and is made wider as long as the budget lasts. A beam that
// never had to leave anything out has proved its answer.
#pragma once

#include <algorithm>
#include <unordered_set>

#include "answer.hpp"
#include "eval/race_evaluation.hpp"
#include "search/budget.hpp"
#include "search/final_value.hpp"

namespace halma::engine {

// The only kind of piece of a seat whose run can be searched alone; 0 if it has several or moves otherwise.
inline Content runner_of(const Rules& rules, int seat) {
    const auto& codes = rules.codes[static_cast<std::size_t>(seat)];
    if (!rules.lattice || !rules.only_stay_in_target || rules.dice != Dice::none || rules.goal.word != GoalWord::home ||
        codes.size() != 1)
        return 0;
    const auto& kind = rules.kind(codes[0]);
    const bool simple = kind.goal.size() == 1 && kind.goal[0].most >= kind.army && kind.owners == seat_bit(seat);
    return simple ? codes[0] : Content{0};
}

// Pieces of others that are not expected to move again: they have come home, or their owner is out of the game. A run
// goes round them, or over them.
inline CellSet standing_for_good(const State& state, int seat) {
    const auto& rules = *state.rules;
    CellSet found;
    for (std::size_t code = 1; code < rules.kinds.size(); ++code) {
        const auto& kind = rules.kinds[code];
        if (has_seat(kind.owners, seat) || !kind.owners) continue;
        found |= (kind.owners & state.now.gone) ? state.standing[code] : state.standing[code] & kind.goal_cells;
    }
    return found;
}

inline Words walls_of(const State& state, int seat) {
    return state.rules->lattice->words(standing_for_good(state, seat));
}

// Whether every piece of a seat is further on its way than all pieces of others that may still move: nobody can get in
// its way any more. What stands for good, a run goes round, unless it stands on a field of the own goal.
inline bool has_passed(const State& state, int seat) {
    const auto& rules = *state.rules;
    const Content own = runner_of(rules, seat);
    if (!own) return false;
    const auto& kind = rules.kind(own);
    const CellSet others = state.standing[0] - state.standing[own];
    if (others.meets(kind.goal_cells)) return false;
    int rear = INT32_MAX, front = INT32_MIN;
    state.standing[own].each([&](int cell) { rear = std::min(rear, kind.advance[static_cast<std::size_t>(cell)]); });
    (others - standing_for_good(state, seat)).each([&](int cell) {
        front = std::max(front, kind.advance[static_cast<std::size_t>(cell)]);
    });
    return rear > front;
}

struct Run {
    int turns = unknown;  // own turns until everybody is home; unknown if none was found
    bool proved = false;  // fewer cannot do
    std::vector<std::pair<Cell, Cell>> moves;
};

class RaceSearch {
   public:
    RaceSearch(const State& state, int seat, const RaceEvaluation& evaluation)
        : rules_(*state.rules),
          walls_(walls_of(state, seat)),
          lattice_(*rules_.lattice),
          code_(runner_of(rules_, seat)),
          kind_(rules_.kind(code_)),
          goal_(lattice_.words(kind_.goal_cells)),
          evaluation_(evaluation) {
        start_.pieces = state.words[code_];
        start_.price = 0;
        start_.hash = 0;
        state.standing[code_].each([&](int cell) {
            start_.price += evaluation_.price(code_, cell);
            start_.hash ^= rules_.key(cell, code_);
        });
    }

    // The best run that a beam of some width finds, if it takes fewer turns than `below`.
    Run run(std::size_t width, int below, Budget& budget) {
        Run found;
        levels_.assign(1, {start_});
        seen_ = {start_.hash};
        left_out_ = false;
        for (int turns = 0; turns < below; ++turns) {
            for (std::size_t i = 0; i < levels_.back().size(); ++i)
                if (!(levels_.back()[i].pieces - goal_).any()) {
                    found.turns = turns;
                    found.proved = !left_out_;
                    trace(i, found.moves);
                    return found;
                }
            if (!expand(below - turns - 1, budget)) break;
            keep_best(width);
            if (levels_.back().empty()) break;
        }
        // Nothing shorter exists if nothing was left out.
        found.proved = !left_out_ && !budget.over();
        return found;
    }

    // No run takes fewer turns than there are pieces on their way.
    int fewest() const { return outside(start_.pieces); }

   private:
    struct Node {
        Words pieces;
        std::uint64_t hash;
        std::int32_t price;
        std::uint32_t parent;
        Cell origin, target;
    };
    struct Child {
        std::uint64_t hash;
        std::int32_t price;
        std::int32_t order;  // the price with what the last pieces pay
        std::uint32_t parent;
        Cell origin, target;
    };

    int outside(const Words& pieces) const {
        int sum = 0;
        for (std::size_t own = 0; own < classes; ++own) sum += std::popcount(pieces[own] & ~goal_[own]);
        return sum;
    }

    // All moves of all positions of the last level, but those that go far back and those after which more pieces are on
    // their way than there are turns before `left` have passed.
    bool expand(int left, Budget& budget) {
        children_.clear();
        const auto& level = levels_.back();
        for (std::size_t parent = 0; parent < level.size(); ++parent) {
            const Node& node = level[parent];
            const int away = outside(node.pieces);
            const auto before = children_.size();
            each_set(rules_, kind_, node.pieces, lattice_.cells, [&](const Words& pieces, const Words& ends) {
                find_moves(lattice_, node.pieces | walls_, pieces, ends, moves_);
                moves_.each(lattice_, [&](bool, std::size_t own, Word from, std::size_t to, Word lands) {
                    const int origin = lattice_.cell_at(own, from);
                    const auto lifted = node.hash ^ rules_.key(origin, code_);
                    const int dear = evaluation_.price(code_, origin);
                    const bool at_home = kind_.goal_cells.contains(origin);
                    for (; lands; lands &= lands - 1) {
                        const int target = lattice_.cell_at(to, lands);
                        const int gain = dear - evaluation_.price(code_, target);
                        if (gain < -setback) {
                            left_out_ = true;
                            continue;
                        }
                        const bool arrives = kind_.goal_cells.contains(target);
                        const int still_away = away - (!at_home && arrives) + (at_home && !arrives);
                        if (still_away >= left) continue;
                        const int price = node.price - gain;
                        const int order = still_away > RaceEvaluation::last_pieces
                                              ? price
                                              : price + last_steps(node.pieces, origin, target);
                        children_.push_back({lifted ^ rules_.key(target, code_), price, order,
                                             static_cast<std::uint32_t>(parent), static_cast<Cell>(origin),
                                             static_cast<Cell>(target)});
                    }
                });
            });
            if (!budget.spend(children_.size() - before + 1)) return false;
        }
        return true;
    }

    // Makes the next level of the best children.
    void keep_best(std::size_t width) {
        const auto better = [](const Child& one, const Child& other) {
            return std::pair(one.order, one.hash) < std::pair(other.order, other.hash);
        };
        // Equal positions come in many ways; some room is left for them.
        const std::size_t room = 4 * width;
        if (children_.size() > room) {
            std::nth_element(children_.begin(), children_.begin() + static_cast<std::ptrdiff_t>(room), children_.end(),
                             better);
            children_.resize(room);
            left_out_ = true;
        }
        std::sort(children_.begin(), children_.end(), better);
        std::vector<Node> next;
        for (std::size_t i = 0; i < children_.size(); ++i) {
            const auto& child = children_[i];
            // Whoever has been here before is not better off now.
            if (seen_.contains(child.hash)) continue;
            if (next.size() == width) {
                left_out_ = true;
                break;
            }
            seen_.insert(child.hash);
            Node node;
            node.pieces = levels_.back()[child.parent].pieces;
            flip(node.pieces, child.origin);
            flip(node.pieces, child.target);
            node.hash = child.hash;
            node.price = child.price;
            node.parent = child.parent;
            node.origin = child.origin;
            node.target = child.target;
            next.push_back(node);
        }
        levels_.push_back(std::move(next));
    }

    // What the last pieces would pay after a move.
    int last_steps(const Words& pieces, int origin, int target) const {
        CellSet cells;
        for (std::size_t own = 0; own < classes; ++own)
            for (Word rest = pieces[own]; rest; rest &= rest - 1) cells.insert(lattice_.cell_at(own, rest));
        cells.erase(origin);
        cells.insert(target);
        return evaluation_.homeless(code_, cells);
    }

    void flip(Words& pieces, Cell cell) const { pieces[lattice_.class_of[cell]] ^= Word{1} << lattice_.bit_of[cell]; }

    void trace(std::size_t at, std::vector<std::pair<Cell, Cell>>& moves) const {
        for (std::size_t level = levels_.size(); --level > 0;) {
            const auto& node = levels_[level][at];
            moves.emplace_back(node.origin, node.target);
            at = node.parent;
        }
        std::reverse(moves.begin(), moves.end());
    }

    // A move that loses more than this is not looked at.
    static constexpr int setback = 2 * turn;

    const Rules& rules_;
    Words walls_;
    const Lattice& lattice_;
    Content code_;
    const Kind& kind_;
    Words goal_;
    const RaceEvaluation& evaluation_;
    Node start_{};
    std::vector<std::vector<Node>> levels_;
    std::vector<Child> children_;
    std::unordered_set<std::uint64_t> seen_;
    LatticeMoves moves_;
    bool left_out_ = false;
};

// No run is longer.
inline constexpr int most_turns = 400;

// The widest beam that is worth its time.
inline constexpr std::size_t widest_run = 8192;

// The best run of a seat that has passed the others; wider beams look for better ones as long as they may.
inline Run best_run(const State& state, int seat, const RaceEvaluation& evaluation, Budget& budget, std::size_t widest,
                    std::size_t narrowest = 8, int below = most_turns) {
    RaceSearch search(state, seat, evaluation);
    Run best;
    for (std::size_t width = narrowest; width <= widest && !budget.over(); width *= 4) {
        const Run found = search.run(width, best.turns == unknown ? below : best.turns, budget);
        if (found.turns != unknown) best = found;
        best.proved = found.proved || best.turns == search.fewest();
        if (best.proved) break;
    }
    return best;
}

// A quick look at the run of a seat. It takes the same beams and nodes for everybody, however much may be searched:
// otherwise the runs could not be compared, and whoever is to move would seem to be ahead. Even the weakest get it, or
// they would never come home.
inline constexpr std::size_t compared_width = 128;
inline constexpr std::uint64_t compared_nodes = 250'000;

inline Run compared_run(const State& state, int seat, const RaceEvaluation& evaluation, const Budget& budget,
                        std::uint64_t& nodes) {
    // Half of the time is left for whoever decides if no run is found.
    Budget look(compared_nodes, (budget.most_seconds() - budget.seconds()) / 2, nullptr);
    Run run = best_run(state, seat, evaluation, look, compared_width);
    nodes += look.nodes();
    return run;
}

// The answer of a seat that has passed everybody: its run, and how far it is ahead of the runs of the others. Without a
// line if the budget was too small to find one.
inline Answer run_home(const State& state, const RaceEvaluation& evaluation, Budget& budget, std::size_t widest) {
    const auto& rules = *state.rules;
    const int own = state.now.actor;
    Answer answer;
    evaluation.remaining(state, answer.remaining);
    Run run = compared_run(state, own, evaluation, budget, answer.nodes);
    if (run.moves.empty()) return answer;
    // Everybody runs as if alone. Estimates are shorter than runs; they are compared with each other only if there was
    // no time for a run of everybody.
    PerSeat alone{};
    evaluation.undisturbed(state, alone);
    PerSeat turns = alone;
    turns[static_cast<std::size_t>(own)] = run.turns;
    for (int seat = 0; seat < rules.seats; ++seat)
        if (seat != own && state.in_play(seat) && runner_of(rules, seat))
            turns[static_cast<std::size_t>(seat)] = compared_run(state, seat, evaluation, budget, answer.nodes).turns;
    if (std::find(turns.begin(), turns.begin() + rules.seats, unknown) == turns.begin() + rules.seats)
        answer.remaining = turns;
    else
        turns = alone;
    if (!run.proved && widest > compared_width) {
        Run better = best_run(state, own, evaluation, budget, widest, 4 * compared_width, run.turns);
        if (better.turns != unknown) run = std::move(better);
    }
    answer.remaining[static_cast<std::size_t>(own)] = run.turns;
    // Only the first move is told: what the others play between is not known.
    Line line;
    const auto [origin, target] = run.moves.front();
    State copy = state;
    const ActionList list = legal(copy);
    for (const auto& action : list)
        if (action.origin == origin && action.target == target) line.moves.push_back({action, {}});
    if (line.moves.empty()) return answer;
    for (int seat = 0; seat < rules.seats; ++seat) {
        int others = rules.seats > 1 ? most_turns : 0;
        for (int other = 0; other < rules.seats; ++other)
            if (other != seat && state.in_play(other))
                others = std::min(others, turns[static_cast<std::size_t>(other)]);
        line.scores[static_cast<std::size_t>(seat)] =
            turn * (others - turns[static_cast<std::size_t>(seat)]) + (seat == own ? turn / 2 : -turn / 2);
    }
    apply(copy, list, line.moves.front().action);
    if (copy.now.phase == Phase::over)
        for (int seat = 0; seat < rules.seats; ++seat)
            line.scores[static_cast<std::size_t>(seat)] = final_value(copy, seat, 1);
    answer.lines.push_back(std::move(line));
    answer.depth = run.turns;
    answer.nodes += budget.nodes();
    return answer;
}

}  // namespace halma::engine
