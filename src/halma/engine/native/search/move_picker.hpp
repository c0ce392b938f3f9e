// In which order moves are looked at: what the table remembers, what promises much, what refuted others here, and what
// has done well elsewhere.
#pragma once

#include "eval/evaluation.hpp"
#include "search/handicap.hpp"

namespace halma::engine {

// A move that may be looked at, by the seat that plays it.
struct Candidate {
    Action action;
    int seat = 0;
    int order = 0;
};

// Tells moves of a position apart, in few bits: what the table keeps of a best move. 0 is none.
inline std::uint32_t mark_of(const ActionList& list, const Action& action, int seat) {
    const auto captured = action.captured ? list.captured(action).mixed() >> 57 : 0;
    return static_cast<std::uint32_t>(action.origin + 1) | static_cast<std::uint32_t>(action.target + 1) << 9 |
           static_cast<std::uint32_t>(action.kind) << 18 | static_cast<std::uint32_t>(seat) << 22 |
           static_cast<std::uint32_t>(captured) << 25;
}

// Moves that refuted others at the same distance from the root.
class Killers {
   public:
    bool contains(std::uint32_t mark) const { return mark == marks_[0] || mark == marks_[1]; }
    void add(std::uint32_t mark) {
        if (marks_[0] != mark) marks_ = {mark, marks_[0]};
    }

   private:
    std::array<std::uint32_t, 2> marks_{};
};

// How often moves have refuted others anywhere, by seat and target, and by origin too where only two play: with more
// seats there are too few of each for that.
class History {
   public:
    explicit History(const Rules& rules, bool by_origin, int most)
        : by_origin_(by_origin),
          most_(most),
          width_(at(rules.cells) + 1),
          entries_(at(rules.seats) * width_ * (by_origin ? width_ + 1 : 1), 0) {}

    int of(int seat, const Action& action) const { return action.target < 0 ? 0 : entries_[index(seat, action)]; }
    void reward(int seat, const Action& action, int depth);

   private:
    std::size_t index(int seat, const Action& action) const {
        // Pieces come from a cell or from a hand, and go to a cell or off the board.
        const auto row = by_origin_ ? at(seat) * (width_ + 1) + at(action.origin + 1) : at(seat);
        return row * width_ + at(action.target);
    }

    bool by_origin_;
    int most_;
    std::size_t width_;
    std::vector<std::int32_t> entries_;
};

// Finds and orders the moves of positions of one search.
class MovePicker {
   public:
    MovePicker(const Evaluator& evaluator, const Handicap& handicap, History history)
        : evaluator_(evaluator), handicap_(handicap), history_(std::move(history)) {}

    // Adds the moves of a seat whose turn it is. Of moves that are hopeless or overlooked one is kept if there are no
    // others. `own` tells whether the seat belongs to the side that thinks, `hint` which move is to come first.
    void add(const State& state, int seat, bool own, std::uint32_t hint, const Killers& killers, ActionList& list,
             std::vector<Candidate>& found);

    // Puts the best of the candidates from a place on at that place.
    static const Candidate& pick(std::vector<Candidate>& candidates, std::size_t place) {
        const auto first = candidates.begin() + static_cast<std::ptrdiff_t>(place);
        std::iter_swap(first, std::max_element(first, candidates.end(), [](const auto& one, const auto& other) {
                           return one.order < other.order;
                       }));
        return *first;
    }
    // Puts all of them into their order; equal ones stay as they are.
    static void sort(std::vector<Candidate>& candidates);

    // A move has refuted the one before.
    void reward(const ActionList& list, const Candidate& move, int depth, Killers& killers) {
        killers.add(mark_of(list, move.action, move.seat));
        history_.reward(move.seat, move.action, depth);
    }

   private:
    const Evaluator& evaluator_;
    const Handicap& handicap_;
    History history_;
    std::vector<int> promises_;
};

}  // namespace halma::engine
