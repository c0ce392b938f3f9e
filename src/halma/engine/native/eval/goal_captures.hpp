// The most captures win: pieces that are enclosed when placed around, and common pieces that are hopped over.
#pragma once

#include "eval/goal_value.hpp"

namespace halma::engine {

class CapturesValue : public GoalValue {
   public:
    explicit CapturesValue(const Grounds& grounds);

    void evaluate(const State& state, Account& account) const override;
    void promise(const State& state, const ActionList& list, std::vector<int>& found) const override;

   private:
    // How far an enclosure of a piece has come, and by whom it may be completed.
    struct Siege {
        int around = 0;
        Seats hunters = 0;  // those who may place the last piece
        bool open = false;
    };

    bool is_edge(int cell) const;
    Siege siege(const State& state, int cell) const;
    void add_threats(const State& state, Account& account) const;
    void share(const State& state, const Siege& siege, int owner, int worth, Account& account) const;
    int placing_promise(const State& state, int cell) const;

    Grounds grounds_;
    std::array<int, 4> enclosed_;  // by how many of its four neighbours a piece is enclosed already
    int feared_;
};

}  // namespace halma::engine
