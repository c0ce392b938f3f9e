// A puzzle as the searches see it: pieces on the lattice of compiled rules, and what they have to reach.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "halma/lattice_moves.hpp"
#include "halma/read_rules.hpp"

namespace halma::puzzles {

constexpr int no_site = -1;

template <class Value>
using BySite = std::array<Value, sites>;

// Compiled rules whose pieces all make a step or hops along the lines of a lattice, with numbers for hashing.
struct LatticeGame {
    explicit LatticeGame(std::shared_ptr<const Rules> given) : rules(std::move(given)) {
        if (!rules->lattice || rules->lattice->far_hops)
            throw std::invalid_argument("halma: only games of single steps and plain hops can be searched");
        for (int cell = 0; cell < rules->cells; ++cell) {
            const int site = lattice().site_of(cell);
            keys[site] = rules->key(cell, 1);
            // The marked piece is of the second kind.
            if (rules->kinds.size() > 2) mark_keys[site] = rules->key(cell, 1) ^ rules->key(cell, 2);
        }
    }
    const Lattice& lattice() const { return *rules->lattice; }

    std::shared_ptr<const Rules> rules;
    // The hash of a position is the exclusive or of the keys of its pieces and of the marked one: a move changes two.
    BySite<std::uint64_t> keys{}, mark_keys{};
};

struct Place {
    Words pieces{};
    // Where the marked piece stands, or no_site.
    std::int16_t mark = no_site;
    bool operator==(const Place&) const = default;
};

struct Move {
    Site from = 0, to = 0;
};

// How far on a site is along a direction in which no piece gets more than `gain` beyond the foremost one in a move.
struct Measure {
    BySite<std::int16_t> height{};
    int gain = 1;
};

// Where moves may end, by where they start: pieces on `keep` stay there, and no other piece enters `shun`.
class Ends {
   public:
    Ends() = default;
    Ends(const Words& cells, const Words& keep, const Words& shun)
        : keep_(keep), shun_(shun), ends_{cells - shun, cells, keep - shun, keep} {}

    const Words& from(int site) const { return ends_[2 * keep_.contains(site) + shun_.contains(site)]; }

   private:
    Words keep_{}, shun_{};
    std::array<Words, 4> ends_{};
};

struct Task {
    std::shared_ptr<const LatticeGame> game;
    Place start;
    // Reached when all cells of one goal are held, and the mark (if there is one) stands on its own cell.
    std::vector<Words> goals;
    int mark_goal = no_site;
    // For moves as they are played, and for moves that are taken back.
    Ends ends, ends_backwards;
    // For proofs.
    std::optional<Measure> measure;

    const Lattice& lattice() const { return game->lattice(); }

    // `keep` are cells that pieces may not leave. `shun` are cells that they may not enter: what `keep` becomes when a
    // game is read backwards.
    void restrict_to(const Words& keep, const Words& shun) {
        ends = Ends(lattice().cells, keep, shun);
        ends_backwards = Ends(lattice().cells, shun, keep);
    }
    bool solved(const Words& pieces, int mark) const {
        if (mark_goal != no_site && mark != mark_goal) return false;
        for (const auto& goal : goals)
            if (goal.within(pieces)) return true;
        return false;
    }
    std::uint64_t hash_of(const Words& pieces, int mark) const {
        std::uint64_t hash = mark == no_site ? 0 : game->mark_keys[mark];
        pieces.each([&](int site) { hash ^= game->keys[site]; });
        return hash;
    }
    std::uint64_t hash_after(std::uint64_t hash, int mark, Move move) const {
        hash ^= game->keys[move.from] ^ game->keys[move.to];
        return mark == move.from ? hash ^ game->mark_keys[move.from] ^ game->mark_keys[move.to] : hash;
    }
};

inline Words moved(const Words& pieces, Move move) {
    Words after = pieces;
    after.erase(move.from);
    after.insert(move.to);
    return after;
}
inline std::int16_t mark_after(std::int16_t mark, Move move) { return mark == move.from ? move.to : mark; }

// Calls visit(start, class and bits of ends) for all moves, those of one piece in several parts.
template <class Visit>
void each_piece(const Lattice& lattice, const Ends& ends, const Words& pieces, Visit visit) {
    LatticeMoves found;
    find_moves(lattice, pieces, pieces, lattice.cells, found);
    found.each(lattice, [&](bool, std::size_t own, Word piece, std::size_t to, Word lands) {
        const int from = lowest_site(own, piece);
        if (const Word left = lands & ends.from(from)[to]) visit(from, to, left);
    });
}

// Calls visit(move) for all moves.
template <class Visit>
void each_move(const Lattice& lattice, const Ends& ends, const Words& pieces, Visit visit) {
    each_piece(lattice, ends, pieces, [&](int from, std::size_t to, Word lands) {
        for (; lands; lands &= lands - 1)
            visit(Move{static_cast<Site>(from), static_cast<Site>(lowest_site(to, lands))});
    });
}

// Whether one piece can make a move.
inline bool can_move(const Task& task, const Words& pieces, Move move) {
    Words piece{};
    piece.insert(move.from);
    LatticeMoves found;
    find_moves(task.lattice(), pieces, piece, task.ends.from(move.from), found);
    bool can = false;
    found.each(task.lattice(), [&](bool, std::size_t, Word, std::size_t to, Word lands) {
        can |= to == move.to / word_bits && lands >> (move.to % word_bits) & 1;
    });
    return can;
}

// The two greatest of some heights: what remains the greatest when one piece has left.
class Foremost {
   public:
    void add(int height) {
        if (height > second_) second_ = height > first_ ? std::exchange(first_, height) : height;
    }
    int after(int left, int reached) const { return std::max(reached, left == first_ ? second_ : first_); }

   private:
    int first_ = INT16_MIN, second_ = INT16_MIN;
};

}  // namespace halma::puzzles
