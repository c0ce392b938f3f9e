// The moves of the position that is thought about: looked at deeper and deeper, and told as lines.
#pragma once

#include "answer.hpp"
#include "search/budget.hpp"

namespace halma::engine {

struct RootMove {
    Action action;
    int value = 0;    // as far as it was last found out; a move that is only known to be worse keeps it
    int promise = 0;  // what it gains at a glance at the move alone
    int misjudged = 0;
    int stale = 0;  // what it costs to come back to a position that was there before
    std::vector<Move> line;
};

// What looks at single moves of a root. Values are those to the side that thinks.
class Tree {
   public:
    virtual ~Tree() = default;
    // The moves that come into question, the most promising ones first; at least one.
    virtual std::vector<RootMove> moves() = 0;
    // What a move is worth without looking any further.
    virtual int glance(const RootMove& move) = 0;
    // What it is worth when so many more turns are looked at; bounds as usual.
    virtual int look(const RootMove& move, int depth, int alpha, int beta) = 0;
    // How the move that was looked at last goes on.
    virtual void lead(RootMove& move) const = 0;
    virtual Line tell(const RootMove& move) const = 0;
};

// How moves of a root are compared.
struct RootHabits {
    bool by_windows = false;  // first guess that nothing changes much
    bool exact = false;       // values are misjudged: none of them may be a mere bound
    std::size_t late = 0;     // from here on moves are first looked at one turn less deeply
};

// One thread's look at a root.
class Root {
   public:
    Root(Tree& tree, Budget& budget, const Question& question, const RootHabits& habits, int number);

    Answer think();

   private:
    std::size_t lines() const;
    void sort(std::size_t count);
    bool deepen(int depth);
    bool deepen_lines(int depth);
    int search_line(int depth, std::size_t first, int alpha, int beta);
    bool deepen_all(int depth);
    void collect(Answer& answer) const;

    Tree& tree_;
    Budget& budget_;
    const Question& question_;
    RootHabits habits_;
    int number_;
    std::vector<RootMove> moves_;
};

}  // namespace halma::engine
