// So many pieces side by side: how many turns each row still needs, and which threats cannot be met any more.
#pragma once

#include "eval/goal_value.hpp"

namespace halma::engine {

class InARowValue : public GoalValue {
   public:
    explicit InARowValue(const Grounds& grounds);

    void evaluate(const State& state, Account& account) const override;
    void promise(const State& state, const ActionList& list, std::vector<int>& found) const override;

   private:
    static constexpr int most_counted = 4;

    struct Threats {
        int worth = 0;
        CellSet completing;  // cells that fill a row at once
        bool fork = false;   // a cell whose taking makes two such cells
        std::array<std::array<Cell, 2>, 48> pairs;
        std::size_t pair_count = 0;
    };
    using AllThreats = std::array<Threats, most_kinds + 1>;  // by content

    int worth_in(int turns) const { return at(turns) <= worth_of_turns_.size() ? worth_of_turns_[at(turns) - 1] : 0; }

    template <class Visit>
    void each_row(const State& state, Visit visit) const;
    int turns_to_fill(const State& state, const Cell* row, Content owner, int missing, int in_hand) const;
    void note_open_cells(const State& state, const Cell* row, int missing, Threats& threats) const;
    void judge(const State& state, const AllThreats& threats, Account& account) const;
    int careful(int worth) const { return worth * grounds_.care / 100; }

    Grounds grounds_;
    std::size_t length_;
    std::array<int, 12> worth_of_turns_;  // of a row that is full in one turn, in two …
    std::array<int, most_counted + 1> own_row_, other_row_;
    std::vector<Cell> rows_;  // one after the other
    std::vector<int> centrality_;
};

}  // namespace halma::engine
