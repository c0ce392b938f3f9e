// The position that a search has come to, and what it keeps of every position on the way there.
#pragma once

#include <array>

#include "eval/net_stack.hpp"
#include "search/move_picker.hpp"

namespace halma::engine {

// So many turns are looked ahead at most.
inline constexpr int deepest = 60;

struct Ply {
    std::array<ActionList, most_seats> lists;  // by the seat that plays
    std::vector<Candidate> candidates;
    Killers killers;
    std::vector<Move> line;  // the best way on from here that is known
};

class PositionStack {
   public:
    PositionStack(const State& state, const Net* net) : state_(state), net_sums_(net) {}

    State& state() { return state_; }
    const State& state() const { return state_; }
    Ply& operator[](int ply) { return plies_[at(ply)]; }
    const Ply& operator[](int ply) const { return plies_[at(ply)]; }

    // Lets a seat be the next one, whoever's turn it is.
    void hand_turn(int seat) {
        if (state_.now.seat == seat && state_.now.actor == seat) return;
        state_.now.seat = state_.now.actor = static_cast<std::uint8_t>(seat);
        state_.actions_known = false;
    }

    void play(int ply, const Candidate& move) {
        apply(state_, (*this)[ply].lists[at(move.seat)], move.action);
        net_sums_.go_on(state_);
    }
    void take_back() {
        undo(state_);
        net_sums_.go_back();
    }

    // What a net has summed up of the position; only with a net.
    const std::int16_t* net_sums() { return net_sums_.of(state_); }

    Move move_at(int ply, const Candidate& move) const {
        return move_of((*this)[ply].lists[at(move.seat)], move.action);
    }
    // The best way on begins with a move; what the next ply knows follows, if it is to be told.
    void lead(int ply, const Candidate& move, bool goes_on, std::vector<Move>& line) const {
        line.assign(1, move_at(ply, move));
        const auto& rest = (*this)[ply + 1].line;
        if (goes_on) line.insert(line.end(), rest.begin(), rest.end());
    }

   private:
    State state_;
    NetSums net_sums_;
    std::array<Ply, deepest + 2> plies_;
};

}  // namespace halma::engine
