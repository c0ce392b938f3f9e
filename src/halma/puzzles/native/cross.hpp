// The cross board of 33 cells: its positions as words, their symmetries and hops.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "halma/rules.hpp"
#include "machine.hpp"

namespace halma::puzzles::solitaire {

constexpr int cell_count = 33;
constexpr std::uint64_t all_cells = (std::uint64_t{1} << cell_count) - 1;

// The 32 cells around the centre: four sectors of eight, one byte each, so that turning the board is turning the word.
// A sector is an arm of the cross, the cell between it and the centre, and the one clockwise of that. Whether the
// centre is taken follows from the number of pieces.
using Word = std::uint32_t;

class Cross {
   public:
    // The hops come from the rules of solitaire. They have to be those along the rows and columns of the cross.
    explicit Cross(const Rules& rules) {
        // Left and right in pairs, then the middle of the arm, the cell before it and the corner.
        constexpr int sector[8][2] = {{2, 0}, {4, 0}, {2, 1}, {4, 1}, {3, 0}, {3, 1}, {3, 2}, {4, 2}};
        int bits[7][7];
        for (int number = 0; number < 8; ++number) {
            int x = sector[number][0], y = sector[number][1];
            for (int turn = 0; turn < 4; ++turn) {
                bits[y][x] = 8 * turn + number;
                x = 6 - std::exchange(y, x);
            }
        }
        int cell = 0;
        for (int y = 0; y < 7; ++y)
            for (int x = 0; x < 7; ++x) {
                if ((x < 2 || x > 4) && (y < 2 || y > 4)) continue;
                board_ |= bit(8 * y + x);
                if (bit(8 * y + x) != centre_) {
                    words_[8 * y + x] = Word{1} << bits[y][x];
                    const int part = bits[y][x] / 8;
                    for (int value = 0; value < 256; ++value)
                        if (value >> (bits[y][x] % 8) & 1) {
                            squares_[part][value] |= bit(8 * y + x);
                            cells_[part][value] |= bit(cell);
                        }
                    places_[cell] = words_[8 * y + x];
                } else {
                    centre_cell_ = cell;
                }
                ++cell;
            }
        for (int direction = 0; direction < 4; ++direction)
            for (int square = 0; square < 64; ++square) {
                const int over = square + steps_[direction], to = over + steps_[direction];
                if (over < 0 || to < 0 || over > 63 || to > 63) continue;
                hops_[direction][square] = words_[square] ^ words_[over] ^ words_[to];
            }
        require_hops(rules);
    }

    // The least of the eight images of a position stands for all of them.
    static Word canonical(Word word) { return std::min(least(word), least(mirrored(word))); }
    // The class of the position in which pieces and holes are exchanged.
    static Word opposite(Word word) { return canonical(~word); }

    // How many different images a position has.
    static int images(Word word) {
        int fixed = 0;
        for (const Word start : {word, mirrored(word)})
            for (int turn = 0; turn < 32; turn += 8) fixed += std::rotl(start, turn) == word;
        return 8 / fixed;
    }

    // Every position one hop further, and the square on which the hop ends.
    template <class Function>
    void each_child(Word word, int pieces, Function&& function) const {
        each_hop(word, pieces, ~std::uint64_t{0}, function);
    }
    // The same for the piece on one square.
    template <class Function>
    void each_hop_from(int square, Word word, int pieces, Function&& function) const {
        each_hop(word, pieces, bit(square), function);
    }

    // Positions as others see them: a bit for every cell, row by row.
    Word word_of(std::uint64_t position) const {
        Word word = 0;
        for (int cell = 0; cell < cell_count; ++cell)
            if (position >> cell & 1) word |= places_[cell];
        return word;
    }
    std::uint64_t canonical_position(Word word, int pieces) const {
        std::uint64_t found = ~std::uint64_t{0};
        for (const Word start : {word, mirrored(word)})
            for (int turn = 0; turn < 32; turn += 8) found = std::min(found, joined(cells_, std::rotl(start, turn)));
        return found | (has_centre(word, pieces) ? bit(centre_cell_) : 0);
    }

    static bool has_centre(Word word, int pieces) { return std::popcount(word) != pieces; }

   private:
    using Parts = std::array<std::array<std::uint64_t, 256>, 4>;

    static constexpr std::uint64_t bit(int number) { return std::uint64_t{1} << number; }
    static Word least(Word word) {
        return std::min(std::min(word, std::rotl(word, 8)), std::min(std::rotl(word, 16), std::rotl(word, 24)));
    }
    // Sector s goes to -s, left and right of the arms exchanged; the corner clockwise of it to the one clockwise of -s
    // - 1.
    static Word mirrored(Word word) {
        constexpr Word pairs = 0x0f0f0f0f, left = 0x05050505, corners = 0x80808080;
        const Word arms = (word & left) << 1 | (word >> 1 & left) | (word & ~(pairs | corners));
        return std::rotl(byteswap(arms), 8) | byteswap(word & corners);
    }
    static std::uint64_t joined(const Parts& parts, Word word) {
        return parts[0][word & 255] | parts[1][word >> 8 & 255] | parts[2][word >> 16 & 255] | parts[3][word >> 24];
    }

    void require_hops(const Rules& rules) const {
        const auto* movers = rules.kinds.size() == 2 ? &rules.kinds[1].movers : nullptr;
        bool fit = rules.cells == cell_count && movers && movers->size() == 1;
        fit = fit && movers->front().word == Movement::hop && movers->front().captures &&
              movers->front().rays.empty() && movers->front().steps.empty() && !movers->front().origins &&
              !movers->front().within;
        if (!fit) throw std::invalid_argument("halma: these are not the rules of solitaire");
        std::vector<int> squares;
        for (int square = 0; square < 64; ++square)
            if (board_ & bit(square)) squares.push_back(square);
        for (int cell = 0; cell < cell_count; ++cell) {
            const auto leaps = movers->front().hops[cell];
            std::size_t hops = 0;
            for (const int step : steps_) {
                const int over = squares[cell] + step, land = over + step;
                if (over < 0 || land < 0 || over > 63 || land > 63 || !(board_ & bit(over)) || !(board_ & bit(land)))
                    continue;
                ++hops;
                fit = fit && std::any_of(leaps.begin(), leaps.end(), [&](const Leap& leap) {
                          return squares[leap.over] == over && leap.land < cell_count && squares[leap.land] == land;
                      });
            }
            fit = fit && hops == leaps.size();
        }
        if (!fit) throw std::invalid_argument("halma: these are not the hops of solitaire");
    }

    template <class Function>
    void each_hop(Word word, int pieces, std::uint64_t from, Function&& function) const {
        // Eight squares a row, one of them outside the board, so that nothing hops around the edge.
        const std::uint64_t taken = joined(squares_, word) | (has_centre(word, pieces) ? centre_ : 0);
        const std::uint64_t free = board_ & ~taken;
        const std::uint64_t found[4] = {taken & taken >> 1 & free >> 2, taken & taken << 1 & free << 2,
                                        taken & taken >> 8 & free >> 16, taken & taken << 8 & free << 16};
        for (int direction = 0; direction < 4; ++direction)
            for (std::uint64_t left = found[direction] & from; left; left &= left - 1) {
                const int square = std::countr_zero(left);
                function(word ^ hops_[direction][square], square + 2 * steps_[direction]);
            }
    }

    static constexpr std::array<int, 4> steps_{1, -1, 8, -8};
    static constexpr std::uint64_t centre_ = std::uint64_t{1} << (8 * 3 + 3);
    std::uint64_t board_ = 0;
    int centre_cell_ = 0;
    Parts squares_{}, cells_{};
    std::array<Word, 64> words_{};
    std::array<Word, cell_count> places_{};
    std::array<std::array<Word, 64>, 4> hops_{};
};

}  // namespace halma::puzzles::solitaire
