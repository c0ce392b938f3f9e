// Games as numbers: action ids and observation planes, as halma/batch/actions.py and planes.py define them.
#pragma once

#include <algorithm>
#include <span>
#include <stdexcept>
#include <vector>

#include "halma/halma.hpp"

namespace halma::batch {

using Id = std::uint32_t;

// The first id of each block; moves begin with 0.
struct IdLayout {
    int cells = 0;
    Id pass = 0, done = 0, leave = 0, take = 0, place = 0, swap = 0, size = 0;
    int directions = 0;
    std::vector<int> neighbours;  // of each cell in each direction, or no_cell

    Id id_of(const Action& action) const {
        switch (action.kind) {
            case ActionKind::pass:
                return pass;
            case ActionKind::done:
                return done;
            case ActionKind::huff:
                return take + static_cast<Id>(action.target);
            case ActionKind::place:
                return place + static_cast<Id>(action.target);
            case ActionKind::swap:
                for (int way = 0; way < directions; ++way)
                    if (neighbours[static_cast<std::size_t>(action.origin * directions + way)] == action.target)
                        return swap + static_cast<Id>(action.origin * directions + way);
                throw std::logic_error("halma: a swap of pieces that are no neighbours");
            default:
                return action.target == cells ? leave + static_cast<Id>(action.origin)
                                              : move(action.origin, action.target);
        }
    }
    Id move(int origin, int target) const { return static_cast<Id>(origin * cells + target); }
};

// Legal moves with the same ends, of which further decisions choose one (decisions.py).
struct OpenCapture {
    std::vector<Action> moves;  // of the state's list of actions; none if nothing is open
    CellSet decided;
    int asked = no_cell;

    bool open() const { return !moves.empty(); }
    // Finds what is decided already and what is asked next. There are at least two moves.
    void ask(const ActionList& list) {
        CellSet every;
        decided = list.captured(moves.front());
        for (const auto& move : moves) {
            every |= list.captured(move);
            decided &= list.captured(move);
        }
        asked = (every - decided).first();
    }
};

enum class Source : std::uint8_t {
    pieces,
    cells,
    used,
    huffable,
    open_origin,
    open_target,
    open_decided,
    open_asked,
    seat,
    acts,
    idle,
    advance,
    best,
    hand,
    captured,
    lost,
    out,
    finished,
    turn,
    passes,
    repeated,
    needs_roll,
    die,
    steps,
    hopped,
    division_steps,
    division_hops,
};
inline constexpr int sources = 27;

struct Plane {
    Source source = Source::seat;
    int argument = 0;
    double scale = 1;
    CellSet cells;
};

inline CellSet one_cell(int cell) {
    CellSet found;
    if (cell != no_cell) found.insert(cell);
    return found;
}

inline CellSet cells_of(const State& state, const OpenCapture& open, const Plane& plane) {
    switch (plane.source) {
        case Source::pieces:
            return state.standing[static_cast<std::size_t>(plane.argument)];
        case Source::cells:
            return plane.cells;
        case Source::used: {
            CellSet found;
            for (std::size_t i = 0; i < state.more.used_count; ++i) found.insert(state.more.used[i]);
            return found;
        }
        case Source::huffable:
            return state.more.huffable;
        default:
            break;
    }
    if (!open.open()) return {};
    switch (plane.source) {
        case Source::open_origin:
            return one_cell(open.moves.front().origin);
        case Source::open_target:
            return one_cell(open.moves.front().target);
        case Source::open_decided:
            return open.decided;
        default:
            return one_cell(open.asked);
    }
}

inline int number_of(const State& state, const Plane& plane) {
    const auto& now = state.now;
    const auto& more = state.more;
    const auto at = static_cast<std::size_t>(plane.argument);
    switch (plane.source) {
        case Source::seat:
            return plane.argument;
        case Source::acts:
            return now.actor == plane.argument;
        case Source::idle:
            return now.idle[at];
        case Source::advance:
            return state.totals[at];
        case Source::best:
            return now.best[at];
        case Source::hand:
            return more.hands[at];
        case Source::captured:
            return more.captured[at];
        case Source::lost:
            return more.lost[at];
        case Source::out:
            return now.out.contains(plane.argument);
        case Source::finished:
            return now.finished.contains(plane.argument);
        case Source::turn:
            return now.turn;
        case Source::passes:
            return now.passes;
        case Source::repeated:
            return state.seen.occurrences(position_key(state)) - 1;
        case Source::needs_roll:
            return now.phase == Phase::roll;
        case Source::die:
            return at < more.rolled ? more.roll[at] : 0;
        case Source::steps:
            return more.steps;
        case Source::hopped:
            return more.hopped;
        case Source::division_steps:
            return at < more.division_count ? more.divisions[at].steps : 0;
        case Source::division_hops:
            return at < more.division_count ? more.divisions[at].hops : 0;
        default:
            return 0;
    }
}

// The id of a step by its direction and the class and bit of its landing.
using StepIds = std::array<std::array<std::array<Id, word_bits>, classes>, most_directions>;

// Room after the last id for what is written at once, whether it is wanted or not.
inline constexpr std::size_t most_at_once = 3;

#ifdef HALMA_WIDE
#define HALMA_BATCH_INLINE __attribute__((always_inline)) inline
#else
#define HALMA_BATCH_INLINE inline
#endif

// Writes one id for each bit and returns where the next one goes. Few bits are the rule, and how many is hard to
// foresee: writing as many every time is quicker than asking.
HALMA_BATCH_INLINE Id* write_bits(Word bits, const Id* ids, Id* next) {
    Word rest = bits;
    for (std::size_t i = 0; i < most_at_once; ++i, rest &= rest - 1)
        next[i] = ids[static_cast<std::size_t>(std::countr_zero(rest)) % word_bits];
    for (std::size_t i = most_at_once; rest; ++i, rest &= rest - 1)
        next[i] = ids[static_cast<std::size_t>(std::countr_zero(rest))];
    return next + std::popcount(bits);
}

// Writes the ids of all moves that were found and returns their end.
HALMA_BATCH_INLINE Id* write_all(const Lattice& lattice, const StepIds& steps, int cells, const LatticeMoves& moves,
                                 Id* next) {
    for (std::size_t way = 0; way < static_cast<std::size_t>(lattice.directions); ++way)
        for (std::size_t to = 0; to < classes; ++to)
            next = write_bits(moves.steps[way][to], steps[way][to].data(), next);
    for (std::size_t batch = 0; batch < moves.batches; ++batch)
        for (std::size_t own = 0; own < classes; ++own) {
            Word rest = moves.ends[batch][own];
            if (!rest) continue;
            const auto first = static_cast<Id>(lattice.cell_at(own, moves.hoppers[batch][own]) * cells);
            for (; rest; rest &= rest - 1)
                *next++ = first + lattice.cell[own][static_cast<std::size_t>(std::countr_zero(rest))];
        }
    return next;
}

#ifdef HALMA_WIDE
HALMA_WIDE_CODE inline Id* write_all_wide(const Lattice& lattice, const StepIds& steps, int cells,
                                          const LatticeMoves& moves, Id* next) {
    return write_all(lattice, steps, cells, moves, next);
}
#endif

inline Id* write_ids(const Lattice& lattice, const StepIds& steps, int cells, const LatticeMoves& moves, Id* next) {
#ifdef HALMA_WIDE
    // Counting bits is one instruction there.
    if (lattice.wide) return write_all_wide(lattice, steps, cells, moves, next);
#endif
    return write_all(lattice, steps, cells, moves, next);
}

class Encoding {
   public:
    IdLayout ids;
    std::vector<std::vector<Plane>> planes;  // by the seat that looks

    Encoding(const Rules& rules, IdLayout layout, std::vector<std::vector<Plane>> seen)
        : ids(std::move(layout)), planes(std::move(seen)) {
        if (!rules.lattice) return;
        const auto& lattice = *rules.lattice;
        for (std::size_t way = 0; way < static_cast<std::size_t>(lattice.directions); ++way)
            for (std::size_t from = 0; from < classes; ++from)
                for (Word rest = lattice.ways[way].valid[from]; rest; rest &= rest - 1) {
                    const auto& step = lattice.ways[way];
                    const Word land = Shifts::shifted(rest & -rest, step.shifts.left[from], step.shifts.right[from]);
                    const auto to = from ^ step.turn;
                    steps_[way][to][static_cast<std::size_t>(std::countr_zero(land))] =
                        ids.move(lattice.cell_at(from, rest), lattice.cell_at(to, land));
                }
    }

    std::size_t observation_size() const { return planes.front().size() * static_cast<std::size_t>(ids.cells); }

    // Writes what a seat sees, plane after plane.
    void observe(const State& state, const OpenCapture& open, int viewer, float* out) const {
        const auto cells = static_cast<std::size_t>(ids.cells);
        for (const auto& plane : planes[static_cast<std::size_t>(viewer)]) {
            if (plane.source < Source::seat) {
                std::fill_n(out, cells, 0.0f);
                cells_of(state, open, plane).each([&](int cell) { out[cell] = 1.0f; });
            } else {
                const double share = number_of(state, plane) / plane.scale;
                std::fill_n(out, cells, static_cast<float>(std::clamp(share, 0.0, 1.0)));
            }
            out += cells;
        }
    }

    // The ids that may be played now, each once, in an order that depends on the position only.
    void legal_ids(State& state, const OpenCapture& open, std::vector<Id>& found) const {
        found.clear();
        if (state.now.phase == Phase::over) return;
        if (open.open()) {
            found.push_back(ids.done);
            found.push_back(ids.take + static_cast<Id>(open.asked));
            return;
        }
        if (state.now.phase == Phase::move && state.rules->quick_draw && add_quickly(state, found)) return;
        const auto& list = legal(state);
        bool captures = false;
        for (const auto& action : list) {
            found.push_back(ids.id_of(action));
            captures |= action.captured != 0;
        }
        if (captures) {
            std::sort(found.begin(), found.end());
            found.erase(std::unique(found.begin(), found.end()), found.end());
        }
    }

    // Whether an id says all about its action: no further decision, and no list of actions is needed.
    static bool is_plain(const State& state) { return state.rules->quick_draw && state.now.phase == Phase::move; }
    // What a legal id of a plain state means.
    Action plain_action(Id id) const {
        Action action;
        if (id == ids.pass) return action;
        const auto cells = static_cast<Id>(ids.cells);
        action.kind = ActionKind::hop;
        action.origin = static_cast<std::int16_t>(id / cells);
        action.target = static_cast<std::int16_t>(id % cells);
        return action;
    }

    // The legal actions that have an id.
    void matching(State& state, Id id, std::vector<Action>& found) const {
        found.clear();
        for (const auto& action : legal(state))
            if (ids.id_of(action) == id) found.push_back(action);
    }

   private:
    StepIds steps_{};

    // Moves of a lattice that nothing but the sets of cells restricts, without a list of actions; false if it takes
    // one.
    bool add_quickly(const State& state, std::vector<Id>& found) const {
        const int seat = lends_to(state, state.now.seat);
        if (must_clear(state, seat)) return false;
        const auto& lattice = *state.rules->lattice;
        LatticeMoves moves;
        each_set(state, seat, [&](const Words& pieces, const Words& ends) {
            find_moves(lattice, state.words[0], pieces, ends, moves);
            const auto begin = found.size();
            found.resize(begin + moves.count + most_at_once);
            const Id* end = write_ids(lattice, steps_, ids.cells, moves, found.data() + begin);
            found.resize(static_cast<std::size_t>(end - found.data()));
        });
        if (found.empty()) found.push_back(ids.pass);
        return true;
    }
};

}  // namespace halma::batch
