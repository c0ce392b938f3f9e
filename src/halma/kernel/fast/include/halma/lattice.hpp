// Boards whose cells lie in four words, one for each parity of the two lattice coordinates.
//
// A hop changes both coordinates by an even number, so a chain of hops stays in one word, and every hop along one line
// is the same shift of that word: a whole chain costs a few dozen instructions on one register, and one wide register
// follows chains in all four words at once. The pieces hopped over always lie in another word than the hopping piece,
// so the piece itself is never in its own way.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "cells.hpp"

namespace halma {

inline constexpr int most_lines = most_directions / 2;
// No line of a board has more cells.
inline constexpr std::size_t most_reach = 18;

using Word = std::uint64_t;
// The four words without the alignment that wide registers ask for: to keep many of them.
using PackedWords = std::array<Word, classes>;

// A site is a bit of the four words as one number: 64 times its class plus its place in the word of that class.
using Site = std::uint8_t;
inline constexpr std::size_t sites = classes * word_bits;
// The site of the lowest of some bits of a class, of which there must be one.
constexpr int lowest_site(std::size_t own, Word bits) {
    return static_cast<int>(own * word_bits) + std::countr_zero(bits);
}

struct alignas(32) Words {
    PackedWords word;  // not cleared unless asked: most are written at once

    Word& operator[](std::size_t own) { return word[own]; }
    Word operator[](std::size_t own) const { return word[own]; }
    friend bool operator==(const Words&, const Words&) = default;
    friend Words operator&(const Words& one, const Words& other) {
        Words both;
        for (std::size_t own = 0; own < classes; ++own) both[own] = one[own] & other[own];
        return both;
    }
    friend Words operator|(const Words& one, const Words& other) {
        Words both;
        for (std::size_t own = 0; own < classes; ++own) both[own] = one[own] | other[own];
        return both;
    }
    friend Words operator-(const Words& one, const Words& other) {
        Words rest;
        for (std::size_t own = 0; own < classes; ++own) rest[own] = one[own] & ~other[own];
        return rest;
    }
    bool any() const { return word[0] | word[1] | word[2] | word[3]; }

    bool contains(int site) const { return word[static_cast<std::size_t>(site) >> 6] >> (site & 63) & 1; }
    void insert(int site) { word[static_cast<std::size_t>(site) >> 6] |= Word{1} << (site & 63); }
    void erase(int site) { word[static_cast<std::size_t>(site) >> 6] &= ~(Word{1} << (site & 63)); }
    int count() const {
        int sum = 0;
        for (auto one : word) sum += std::popcount(one);
        return sum;
    }
    bool within(const Words& other) const { return !(*this - other).any(); }
    // Calls visit(site) in rising order.
    template <class Visit>
    void each(Visit visit) const {
        for (std::size_t own = 0; own < classes; ++own)
            for (Word rest = word[own]; rest; rest &= rest - 1) visit(lowest_site(own, rest));
    }
};

// A shift of each word by a number of its own, to the left or to the right: where one count is a shift, the other one
// is a full word, which leaves nothing.
struct Shifts {
    Words left;
    Words right;

    static Word shifted(Word bits, Word left, Word right) {
        return (left < word_bits ? bits << left : 0) | (right < word_bits ? bits >> right : 0);
    }
    void set(std::size_t own, int by) {
        left[own] = by >= 0 ? static_cast<Word>(by) : word_bits;
        right[own] = by < 0 ? static_cast<Word>(-by) : word_bits;
    }
};

struct Lattice {
    // One direction: the cells of each class that have a neighbour there, the shift to it, and its class, which differs
    // from the own one by the bits of `turn`.
    struct Way {
        Words valid{};
        Shifts shifts{};
        std::uint8_t turn = 0;
    };
    // One line: for each class the lower ends of hops along it, the shift of a hop (the same in every class), and how
    // the words of the cells in the middle come to lie on those lower ends.
    struct Line {
        Words valid{};
        Shifts middle{};
        std::uint8_t turn = 0;
        std::uint8_t shift = 0;
    };

    // The cells along one line from the cells of one class: for each distance the starts for which there is one, and
    // the rotation that brings it to the start.
    struct Far {
        std::size_t reach = 0;
        std::array<Word, most_reach> valid{};
        std::array<std::uint8_t, most_reach> turn{};
    };

    int directions = 0;
    int lines = 0;
    // Hops may start any distance from the hopped piece.
    bool far_hops = false;
    // The machine follows four chains at once.
    bool wide = false;
    std::vector<std::uint8_t> class_of;
    std::vector<std::uint8_t> bit_of;
    std::array<std::array<Cell, word_bits>, classes> cell{};
    Words cells{};
    std::array<Way, most_directions> ways{};
    std::array<Line, most_lines> hops{};
    std::array<std::array<Far, classes>, most_lines> far{};

    Words words(const CellSet& set) const {
        Words found{};
        set.each([&](int one) {
            const auto at = static_cast<std::size_t>(one);
            if (at < class_of.size()) found[class_of[at]] |= Word{1} << bit_of[at];
        });
        return found;
    }
    // The cell of the lowest of some bits, of which there must be one.
    int cell_at(std::size_t own, Word bit) const { return cell[own][static_cast<std::size_t>(std::countr_zero(bit))]; }
    int cell_of(int site) const {
        return cell[static_cast<std::size_t>(site) / word_bits][static_cast<std::size_t>(site) % word_bits];
    }
    int site_of(int one) const {
        const auto at = static_cast<std::size_t>(one);
        return static_cast<int>(class_of[at] * word_bits) + bit_of[at];
    }
};

// All moves of some pieces that end on some cells.
struct LatticeMoves {
    // Landings of steps by direction and class of the landing.
    std::array<Words, most_directions> steps;
    std::array<std::uint32_t, most_directions> step_counts;
    // Chains of hops, up to one in each class at a time: the piece, and where it can end. No class has more pieces than
    // a word has bits, so there is room for all.
    std::array<Words, word_bits> hoppers;
    std::array<Words, word_bits> ends;
    std::array<std::uint32_t, word_bits> end_counts;
    std::size_t batches;
    std::uint32_t count;

    // Adds where one piece can hop; the batches of a class are added in order.
    void add_chain(std::size_t batch, std::size_t own, Word piece, Word lands) {
        if (batch == batches) {
            hoppers[batch] = ends[batch] = {};
            end_counts[batch] = 0;
            ++batches;
        }
        hoppers[batch][own] = piece;
        ends[batch][own] = lands;
        const auto more = static_cast<std::uint32_t>(std::popcount(lands));
        end_counts[batch] += more;
        count += more;
    }

    // Calls visit(hops, class and bit of the start, class and bits of the landings); steps come one by one.
    template <class Visit>
    void each(const Lattice& lattice, Visit visit) const {
        for (std::size_t way = 0; way < static_cast<std::size_t>(lattice.directions); ++way)
            for (std::size_t to = 0; to < classes; ++to)
                for (Word rest = steps[way][to]; rest; rest &= rest - 1)
                    visit(false, to ^ lattice.ways[way].turn, back(lattice, way, to, rest & -rest), to, rest & -rest);
        for (std::size_t batch = 0; batch < batches; ++batch)
            for (std::size_t own = 0; own < classes; ++own)
                if (ends[batch][own]) visit(true, own, hoppers[batch][own], own, ends[batch][own]);
    }
    // The n-th move of all: calls found(hops, class and bit of the start, class and bit of the landing).
    template <class Found>
    void pick(const Lattice& lattice, std::uint32_t n, Found found) const {
        for (std::size_t way = 0; way < static_cast<std::size_t>(lattice.directions); ++way) {
            if (n >= step_counts[way]) {
                n -= step_counts[way];
                continue;
            }
            const auto [to, land] = nth_bit(steps[way], n);
            return found(false, to ^ lattice.ways[way].turn, back(lattice, way, to, land), to, land);
        }
        for (std::size_t batch = 0; batch < batches; ++batch) {
            if (n >= end_counts[batch]) {
                n -= end_counts[batch];
                continue;
            }
            const auto [own, land] = nth_bit(ends[batch], n);
            return found(true, own, hoppers[batch][own], own, land);
        }
    }

   private:
    // The n-th of the bits that are set, with the word it is in. The caller has counted that there are as many.
    static std::pair<std::size_t, Word> nth_bit(const Words& words, std::uint32_t n) {
        for (std::size_t own = 0; own < classes; ++own)
            for (Word rest = words[own]; rest; rest &= rest - 1)
                if (n-- == 0) return {own, rest & -rest};
        return {0, 0};
    }
    // Where a step came from.
    static Word back(const Lattice& lattice, std::size_t way, std::size_t to, Word land) {
        const auto from = to ^ lattice.ways[way].turn;
        const auto& shifts = lattice.ways[way].shifts;
        return Shifts::shifted(land, shifts.right[from], shifts.left[from]);
    }
};

}  // namespace halma
