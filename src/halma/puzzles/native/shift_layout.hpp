// The cells of a board laid out so that all hops of all pieces are found by shifting whole words.
//
// Hops join only cells whose lattice coordinates have the same parity, so the cells fall into classes, each of which
// fits into one word. What is hopped over lies in another class: a piece never hops over the cell it left, and what
// can be hopped over is the same for all pieces of a position.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace halma::puzzles {

constexpr int most_directions = 8;
constexpr int most_classes = 4;

struct Board {
  int count = 0;
  int directions = 0;
  // For each cell and direction the neighbour and the cell behind it, or -1.
  std::vector<std::int16_t> near, behind;
};

class ShiftLayout {
 public:
  using Word = std::uint64_t;

  std::array<std::uint8_t, 256> class_of{}, bit_of{};
  std::array<std::array<std::uint8_t, 64>, most_classes> cell_of{};
  int classes = 0;
  // By class and direction: where the neighbours are, and which cells have them and a cell behind.
  struct Neighbour {
    int other = 0, shift = 0;
    Word has = 0;
  };
  std::array<std::array<Neighbour, most_directions>, most_classes> neighbour{};
  std::array<int, most_directions> hop{};

  // Nothing if the board's hops are no shifts, or a class does not fit into a word.
  static std::optional<ShiftLayout> of(const Board& board) {
    if (board.count > 256) return {};
    for (int width = 1; width <= 16; ++width)
      for (int row = 1; row <= 16; ++row)
        for (int sign : {1, -1})
          if (auto found = tried(board, width, sign * row)) return found;
    return {};
  }

  static Word shifted(Word word, int by) {
    if (by >= 64 || by <= -64) return 0;
    return by >= 0 ? word << by : word >> -by;
  }

 private:
  // Two directions span the lattice; a hop along the first moves by `width` bits, along the second by `row`.
  static std::optional<ShiftLayout> tried(const Board& board, int width, int row) {
    const auto vectors = spanned(board);
    if (!vectors) return {};
    ShiftLayout layout;
    for (int d = 0; d < board.directions; ++d) layout.hop[d] = (*vectors)[d][0] * width + (*vectors)[d][1] * row;
    std::vector<int> bit(board.count), home(board.count, -1);
    for (int first = 0; first < board.count; ++first) {
      if (home[first] >= 0) continue;
      if (layout.classes == most_classes || !layout.lay(board, first, bit, home)) return {};
    }
    for (int cell = 0; cell < board.count; ++cell) {
      layout.class_of[cell] = static_cast<std::uint8_t>(home[cell]);
      layout.bit_of[cell] = static_cast<std::uint8_t>(bit[cell]);
      layout.cell_of[home[cell]][bit[cell]] = static_cast<std::uint8_t>(cell);
    }
    for (int cell = 0; cell < board.count; ++cell)
      for (int d = 0; d < board.directions; ++d) {
        const int near = board.near[cell * most_directions + d];
        if (near < 0 || board.behind[cell * most_directions + d] < 0) continue;
        auto& found = layout.neighbour[home[cell]][d];
        const int shift = bit[cell] - bit[near];
        if (found.has && (found.shift != shift || found.other != home[near])) return {};
        found = {home[near], shift, found.has | Word{1} << bit[cell]};
      }
    return layout;
  }

  // Gives bits to all cells that hops join to the first one.
  bool lay(const Board& board, int first, std::vector<int>& bit, std::vector<int>& home) {
    std::vector<int> members{first};
    home[first] = classes;
    bit[first] = 0;
    int least = 0;
    for (std::size_t at = 0; at < members.size(); ++at)
      for (int d = 0; d < board.directions; ++d) {
        const int land = board.behind[members[at] * most_directions + d];
        if (land < 0) continue;
        const int wanted = bit[members[at]] + hop[d];
        if (home[land] >= 0) {
          if (bit[land] != wanted) return false;
          continue;
        }
        home[land] = classes;
        bit[land] = wanted;
        least = std::min(least, wanted);
        members.push_back(land);
      }
    Word taken = 0;
    for (int cell : members) {
      bit[cell] -= least;
      if (bit[cell] >= 64 || taken >> bit[cell] & 1) return false;
      taken |= Word{1} << bit[cell];
    }
    ++classes;
    return true;
  }

  // The directions as sums of two of them and their opposites, found by walking.
  static std::optional<std::array<std::array<int, 2>, most_directions>> spanned(const Board& board) {
    std::array<std::array<int, 2>, most_directions> vectors{};
    auto step = [&](int cell, int d) { return cell < 0 ? -1 : board.near[cell * most_directions + d]; };
    // Some cell inside the board has neighbours in all directions.
    int centre = -1;
    for (int cell = 0; cell < board.count && centre < 0; ++cell) {
      bool inside = true;
      for (int d = 0; d < board.directions; ++d)
        inside = inside && step(cell, d) >= 0 && step(step(cell, d), d) >= 0;
      if (inside) centre = cell;
    }
    if (centre < 0) return {};
    auto opposite = [&](int d) {
      for (int other = 0; other < board.directions; ++other)
        if (step(step(centre, d), other) == centre) return other;
      return -1;
    };
    const int one = 0, back = opposite(one);
    if (back < 0) return {};
    for (int two = 1; two < board.directions; ++two) {
      const int down = opposite(two);
      if (two == back || down < 0) continue;
      int known = 0;
      for (int x = -1; x <= 1; ++x)
        for (int y = -1; y <= 1; ++y) {
          const int aside = x ? step(centre, x > 0 ? one : back) : centre;
          const int cell = y ? step(aside, y > 0 ? two : down) : aside;
          for (int d = 0; d < board.directions; ++d)
            if (cell == step(centre, d)) {
              vectors[d] = {x, y};
              ++known;
            }
        }
      if (known == board.directions) return vectors;
    }
    return {};
  }
};

}  // namespace halma::puzzles
