// A game with all its options settled, as tables and flags. The kernel knows no game by name.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "cells.hpp"
#include "lattice.hpp"

namespace halma {

inline constexpr int most_seats = 6;
// What stands on a cell: 0 for nothing, else the number of a kind from 1.
using Content = std::uint8_t;
inline constexpr int most_kinds = 15;

using Seats = std::uint8_t;  // a set of seats, one bit each
constexpr Seats seat_bit(int seat) { return static_cast<Seats>(1u << seat); }
constexpr bool has_seat(Seats seats, int seat) { return seats >> seat & 1; }

enum class Movement : std::uint8_t { step, hop, run, retrace };
enum class GoalWord : std::uint8_t { none, home, figure, in_a_row, connected, all_off, too_few };
enum class RestrictionWord : std::uint8_t { stay_in_target, same_shade, station, end_in };
enum class Duty : std::uint8_t { none, lose, lose_and_lift, lenient };
enum class NoMove : std::uint8_t { pass, end, shut_in, unsolved };
enum class Count : std::uint8_t { nothing, captured, difference, home };
enum class Ranking : std::uint8_t { target, off, draw };
enum class Dice : std::uint8_t { none, split, run };
// What becomes of a player who could capture and makes another move.
enum class CaptureDuty : std::uint8_t { forced, huff, huff_any };
enum class Enclosing : std::uint8_t { none, by_own, by_anyone };

struct Leap {
    Cell over;
    Cell land;
};

// For each cell some straight lines from it.
class Rays {
   public:
    std::vector<Lists<Cell>> from;
    bool empty() const { return from.empty(); }
};

// One word of a kind's movement.
struct Mover {
    Movement word = Movement::step;
    bool captures = false;
    std::optional<CellSet> origins;
    std::optional<CellSet> within;
    Lists<Cell> steps;
    Lists<Leap> hops;
    Rays rays;
    // For each content of a cell: can it be hopped over?
    std::array<bool, most_kinds + 1> hoppable{};
};

struct Part {
    int most = 0;
    CellSet cells;
};

struct Kind {
    Seats owners = 0;
    CellSet home;
    CellSet target;
    std::vector<std::int32_t> advance;  // of every cell and of off the board; zeros in games without advance
    std::vector<Part> goal;
    std::vector<Part> ranking;
    CellSet goal_cells;
    CellSet ranking_cells;
    Words home_words{};  // the same laid out for whole-board shifts
    Words target_words{};
    std::vector<Words> forward;  // for each cell of the home the cells further advanced inside it
    int army = 0;
    // Ranked by other fields than its goal: under `fill` it must stand on its goal none the less.
    bool marked = false;
    std::vector<Mover> movers;
    bool captures = false;
};

struct Goal {
    GoalWord word = GoalWord::none;
    CellSet figure;
    int length = 0;
    Rays lines;                                 // in a row: pairs of lines that belong together
    std::vector<std::vector<CellSet>> connect;  // by seat
    int hunter = 0, hunted = 0, most = 0;
};

struct Restriction {
    RestrictionWord word = RestrictionWord::stay_in_target;
    int owner = 0;
    CellSet cells;
};

struct Placing {
    bool in_turn = true;
    Seats by_lot = 0;  // whose whole hand is put on the board at once, by lot
    std::array<Content, most_seats> kinds{};
    std::array<int, most_seats> counts{};
    std::array<CellSet, most_seats> zones{};
};

struct Stall {
    int turns = 0;
    bool by_advance = false;
    Ranking ranking = Ranking::target;
};

struct Rules {
    int cells = 0;
    int off = 0;
    int seats = 0;
    std::vector<Kind> kinds;  // by content; the first one is nothing
    std::array<std::vector<Content>, most_seats> codes;
    Lists<Cell> neighbours;
    Lists<Cell> orthogonal;
    std::vector<Content> start;
    Goal goal;
    std::vector<Restriction> restrictions;
    bool stay_in_target = false;
    bool only_stay_in_target = false;  // no other restriction
    Duty duty = Duty::none;
    bool fill = false;
    bool swap = false;
    std::optional<CellSet> swap_shade;
    std::optional<Placing> placing;
    Enclosing enclosing = Enclosing::none;
    std::optional<CellSet> exit;
    bool exit_counts = false;
    Dice dice = Dice::none;
    int again = 0;
    CaptureDuty capture = CaptureDuty::forced;
    NoMove no_move = NoMove::pass;
    Count count = Count::nothing;
    std::optional<Stall> stall;
    std::array<int, most_seats> teams{};
    std::array<int, most_seats> partner{};  // the first other seat of the team, or no_cell
    std::array<Seats, most_seats> team{};   // all seats of the team
    bool has_teams = false;
    bool lends = false;
    bool play_on = false;

    // Everything moves by steps and straight hops along all lines of a board whose cells fit into words.
    std::optional<Lattice> lattice;
    // Nothing but moves of the lattice can come up, so that one can be drawn without listing them all.
    bool quick_draw = false;
    // There are hands, dice or captures: more of the situation changes than board, seat and counters.
    bool has_extras = false;
    // One number for each content of each cell, for hashing.
    std::vector<std::uint64_t> keys;

    std::uint64_t key(int cell, Content content) const {
        return keys[static_cast<std::size_t>(cell) * (most_kinds + 1) + content];
    }
    const Kind& kind(Content content) const { return kinds[content]; }
};

}  // namespace halma
