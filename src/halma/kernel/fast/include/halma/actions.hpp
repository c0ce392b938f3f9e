// What a kernel speaks: actions, phases, situations and results, as in halma/kernel/actions.py.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "cells.hpp"
#include "rules.hpp"

namespace halma {

struct Action {
    ActionKind kind = ActionKind::pass;
    // Of a turn with two dice: which of the divisions of the roll allow it.
    std::uint8_t divisions = 0;
    std::int16_t origin = no_cell;
    std::int16_t target = no_cell;
    // The captured cells: 0 for none, else their place from 1 in the list the action belongs to.
    std::uint32_t captured = 0;
};

// Actions with the sets of cells they capture; an action means something only together with its list.
class ActionList {
   public:
    void clear() {
        actions_.clear();
        captures_.clear();
    }
    void add(ActionKind kind, int origin, int target) {
        actions_.push_back({kind, 0, static_cast<std::int16_t>(origin), static_cast<std::int16_t>(target), 0});
    }
    void add(ActionKind kind, int origin, int target, const CellSet& captured) {
        captures_.push_back(captured);
        actions_.push_back({kind, 0, static_cast<std::int16_t>(origin), static_cast<std::int16_t>(target),
                            static_cast<std::uint32_t>(captures_.size())});
    }
    void add(const ActionList& other, const Action& action) {
        actions_.push_back(action);
        if (action.captured) {
            captures_.push_back(other.captured(action));
            actions_.back().captured = static_cast<std::uint32_t>(captures_.size());
        }
    }
    const CellSet& captured(const Action& action) const {
        static const CellSet nothing;
        return action.captured ? captures_.at(action.captured - 1) : nothing;
    }
    // Keeps the actions for which keep(action) is true.
    template <class Keep>
    void filter(Keep keep) {
        std::erase_if(actions_, [&](const Action& action) { return !keep(action); });
    }

    std::size_t size() const { return actions_.size(); }
    bool empty() const { return actions_.empty(); }
    Action& operator[](std::size_t i) { return actions_[i]; }
    const Action& operator[](std::size_t i) const { return actions_[i]; }
    auto begin() const { return actions_.begin(); }
    auto end() const { return actions_.end(); }

   private:
    std::vector<Action> actions_;
    std::vector<CellSet> captures_;
};

using PerSeat = std::array<std::int32_t, most_seats>;

// Seats in the order in which something happened to them.
struct SeatOrder {
    std::array<std::uint8_t, most_seats> seats{};
    std::uint8_t count = 0;

    void add(int seat) { seats.at(count++) = static_cast<std::uint8_t>(seat); }
    bool contains(int seat) const {
        for (std::size_t i = 0; i < count; ++i)
            if (seats[i] == seat) return true;
        return false;
    }
};

struct Result {
    bool known = false;
    bool drawn = false;
    // None for an unsolved puzzle.
    bool placed = false;
    Termination termination = Termination::stall;
    std::array<std::uint8_t, most_seats> places{};
};

// What every game has besides the board.
struct Situation {
    std::int32_t turn = 1;
    std::int32_t passes = 0;
    std::uint8_t seat = 0;
    std::uint8_t actor = 0;
    Phase phase = Phase::move;
    Seats gone = 0;  // out or finished
    SeatOrder out;
    SeatOrder finished;
    Result result;
    PerSeat best{};
    PerSeat idle{};
};

// What only games with hands, dice or captures have.
struct Extras {
    PerSeat hands{};
    PerSeat captured{};
    PerSeat lost{};
    std::array<std::uint8_t, most_dice> roll{};
    std::uint8_t rolled = 0;  // how many dice show something
    std::uint8_t steps = 0;
    bool hopped = false;
    std::uint8_t division_count = 0;
    std::array<Division, most_dice> divisions{};
    std::uint8_t used_count = 0;
    std::array<Cell, most_used> used{};
    CellSet huffable;

    void use(int cell) {
        if (used_count >= most_used) throw std::length_error("halma: more actions than two dice allow");
        used[used_count++] = static_cast<Cell>(cell);
    }
    bool has_used(int cell) const {
        for (std::size_t i = 0; i < used_count; ++i)
            if (used[i] == cell) return true;
        return false;
    }
};

}  // namespace halma
