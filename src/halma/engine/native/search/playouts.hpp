// Games that are decided at their end, by what can still move then: a glance at the board says little, playing on says
// more. A tree of the moves that did well in games played on at random (UCT, every seat for its own side).
#pragma once

#include "halma/random_play.hpp"
#include "search/budget.hpp"
#include "search/sides.hpp"

namespace halma::engine {

// Whether no piece ever goes back, so that the sides wedge into each other and the game ends where nobody can move.
bool never_goes_back(const Rules& rules);

class PlayoutSearch {
   public:
    PlayoutSearch(const State& state, const Evaluator& evaluator, Budget& budget, const Question& question);

    Answer think();

   private:
    using Shares = std::array<float, most_seats>;  // of the win, by seat

    struct Edge {
        Action action;
        std::uint32_t node = 0;  // 0 for none yet
        std::uint32_t games = 0;
        double won = 0;
    };
    struct Node {
        ActionList list;
        std::vector<Edge> moves;  // the most promising ones first
        std::uint32_t games = 0;
        std::uint8_t seat = 0;
    };

    void expand(Node& node, State& state);
    std::size_t choose(const Node& node) const;
    void play_a_game();
    Shares judge(const State& state) const;
    Answer answer() const;
    double glance(const Action& action) const;
    void follow(std::uint32_t number, std::vector<Move>& moves) const;

    State root_;
    const Evaluator& evaluator_;
    Budget& budget_;
    const Question& question_;
    Sides sides_;
    int seat_;
    Random random_;
    std::vector<Node> nodes_;
    std::vector<std::pair<std::uint32_t, std::size_t>> path_;
    std::vector<int> promises_;
    std::uint64_t games_ = 0;
};

}  // namespace halma::engine
