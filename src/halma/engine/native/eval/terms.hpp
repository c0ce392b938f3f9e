// The terms of an evaluation: everything that it adds up has a name, so that a value can be told term by term.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "answer.hpp"

namespace halma::engine {

// In the order of `term_table()`.
enum class Term : std::uint8_t {
    race_way,
    race_lagging,
    race_lonely,
    race_last,
    race_duty,
    crowded_way,
    crowded_alone,
    crowded_lag,
    crowded_pull,
    crowded_transit,
    crowded_caught,
    crowded_rank,
    crowded_duty,
    bridge_waiting,
    bridge_home,
    bridge_shut_in,
    bridge_shut_out,
    figure_ways,
    figure_number,
    line_way,
    line_second,
    line_to_move,
    hunt_prey,
    hunt_threats,
    hunt_room,
    hunt_uncovered,
    hunt_trap,
    hunt_chase,
    hunt_to_move,
    captures,
    enclosures,
    capture_to_move,
    run_ways,
    run_dangers,
    off_ways,
    off_to_move,
    row_growth,
    row_threats,
    net,
    // What it costs the side that thinks that nothing happens.
    race_waiting,
    crowded_dead,
    transit_pieces,
    bridge_haste,
    hunter_waiting,
    prey_waiting,
    // What a search reads besides values.
    order_race,
    order_crowded,
    order_hunt,
    order_captures,
    order_runs,
    order_rows,
    drawn_game,
    last_moves,
    selective,
};
inline constexpr auto term_count = static_cast<std::size_t>(Term::selective) + 1;

// What a term is for: the value of a position, what waiting costs the side that thinks, or what guides a search.
enum class Purpose : std::uint8_t { value, waiting, search };

struct TermEntry {
    Term term;
    std::string_view name;
    Purpose purpose;
    std::string_view meaning;
    std::string_view weights;  // the names of those it reads, with spaces between
};

// All terms, in the order of `Term`.
std::span<const TermEntry> term_table();

// What every term adds to the value of every seat.
using Breakdown = std::array<PerSeat, term_count>;

// Where terms put what they add: always into the values of the seats, and by term if somebody wants to be told.
class Account {
   public:
    explicit Account(PerSeat& values, Breakdown* told = nullptr) : values_(values), told_(told) {}

    void add(Term term, int seat, int value) {
        values_[static_cast<std::size_t>(seat)] += value;
        if (told_) (*told_)[static_cast<std::size_t>(term)][static_cast<std::size_t>(seat)] += value;
    }

    // Adds the same to all seats that own a kind.
    void add_to_owners(Term term, const Kind& kind, int value) {
        for (unsigned seats = kind.owners; seats; seats &= seats - 1) add(term, std::countr_zero(seats), value);
    }

    // Whether terms are told apart: what is only needed for that can be left out otherwise.
    bool is_told() const { return told_ != nullptr; }

    // Whoever knows the sum of two terms, and one of them, tells them apart.
    void split(Term from, Term to, int seat, int value) {
        if (!told_) return;
        (*told_)[static_cast<std::size_t>(from)][static_cast<std::size_t>(seat)] -= value;
        (*told_)[static_cast<std::size_t>(to)][static_cast<std::size_t>(seat)] += value;
    }

   private:
    PerSeat& values_;
    Breakdown* told_;
};

}  // namespace halma::engine
