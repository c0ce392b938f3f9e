// The structs that Python writes. What is computed from their fields is added elsewhere.
// Written by `python -m halma.kernel.fast.schema`; change the schema, not this file.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "../bounded_list.hpp"
#include "../cells.hpp"
#include "../seats.hpp"
#include "words.hpp"

namespace halma {

struct Kind;
struct Rules;

struct Leap {
    Cell over = 0;
    Cell land = 0;
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

struct KindFields {
    Seats owners = 0;
    CellSet home;
    CellSet target;
    // Of every cell, and later of off the board; zeros in games without advance.
    std::vector<std::int32_t> advance;
    std::vector<Part> goal;
    std::vector<Part> ranking;
    int army = 0;
    // Ranked by other fields than its goal: under `fill` it must stand on its goal none the less.
    bool marked = false;
    // It steps or runs, but not in all directions.
    bool forward_only = false;
    std::vector<Mover> movers;
};

struct Goal {
    GoalWord word = GoalWord::none;
    CellSet figure;
    int length = 0;
    // Pairs of lines that belong together; a line may be empty.
    Rays lines;
    // By seat.
    std::vector<std::vector<CellSet>> connect;
    int hunter = 0;
    int hunted = 0;
    int most = 0;
};

struct Restriction {
    RestrictionWord word = RestrictionWord::stay_in_target;
    CellSet cells;
    int owner = 0;
};

struct Placing {
    bool in_turn = false;
    // Whose whole hand is put on the board at once, by lot.
    Seats by_lot = 0;
    std::array<Content, most_seats> kinds{};
    std::array<int, most_seats> counts{};
    std::array<CellSet, most_seats> zones{};
};

struct Stall {
    int turns = 0;
    bool by_advance = false;
    Ranking ranking = Ranking::target;
};

// Where the cells of a board lie in 64-bit words, for moves by whole-board shifts.
struct WordLayout {
    std::vector<std::uint8_t> class_of;
    std::vector<std::uint8_t> bit_of;
    // For each direction the neighbour of each cell, or -1; opposite directions are half the list apart.
    std::vector<std::vector<int>> next;
};

struct RulesFields {
    int cells = 0;
    int seats = 0;
    // By content, once the first one, nothing, has been put before them.
    std::vector<Kind> kinds;
    Lists<Cell> neighbours;
    Lists<Cell> orthogonal;
    std::vector<Content> start;
    Goal goal;
    std::vector<Restriction> restrictions;
    Duty duty = Duty::none;
    bool fill = false;
    bool swap = false;
    std::optional<CellSet> swap_shade;
    std::optional<Placing> placing;
    Enclosing enclosing = Enclosing::none;
    std::optional<CellSet> exit;
    bool exit_counts = false;
    Dice dice = Dice::none;
    // The roll that gives another one; 0 if none does.
    int again = 0;
    CaptureDuty capture = CaptureDuty::forced;
    NoMove no_move = NoMove::pass;
    Count count = Count::nothing;
    std::optional<Stall> stall;
    std::array<int, most_seats> teams{};
    bool lends = false;
    bool play_on = false;
    // Until the lattice has been made from it.
    std::optional<WordLayout> layout;
};

struct ResultValues {
    Termination termination = Termination::filled;
    // None for an unsolved puzzle.
    BoundedList<std::uint8_t, most_seats> places;
    bool drawn = false;

    static constexpr std::size_t field_count = 3;
    // Calls visit(field) with each field in the order in which Python has them.
    template <class Visit>
    void each_field(Visit visit) const {
        visit(termination);
        visit(places);
        visit(drawn);
    }
};

// How a roll of two dice is divided.
struct Division {
    std::uint8_t steps = 0;
    std::uint8_t hops = 0;
};

struct SituationValues {
    std::uint8_t seat = 0;
    std::uint8_t actor = 0;
    std::int32_t turn = 0;
    Phase phase = Phase::move;
    BoundedList<std::int32_t, most_seats> hands;
    BoundedList<std::int32_t, most_seats> captured;
    BoundedList<std::int32_t, most_seats> lost;
    BoundedList<std::uint8_t, most_seats> out;
    BoundedList<std::uint8_t, most_seats> finished;
    std::int32_t passes = 0;
    BoundedList<std::int32_t, most_seats> best;
    BoundedList<std::int32_t, most_seats> idle;
    BoundedList<std::uint8_t, most_dice> roll;
    BoundedList<Cell, most_used> used;
    std::uint8_t steps = 0;
    bool hopped = false;
    BoundedList<Division, most_dice> divisions;
    CellSet huffable;
    std::optional<ResultValues> result;

    static constexpr std::size_t field_count = 19;
    // Calls visit(field) with each field in the order in which Python has them.
    template <class Visit>
    void each_field(Visit visit) const {
        visit(seat);
        visit(actor);
        visit(turn);
        visit(phase);
        visit(hands);
        visit(captured);
        visit(lost);
        visit(out);
        visit(finished);
        visit(passes);
        visit(best);
        visit(idle);
        visit(roll);
        visit(used);
        visit(steps);
        visit(hopped);
        visit(divisions);
        visit(huffable);
        visit(result);
    }
};

}  // namespace halma
