// A puzzle as the search sees it: a board of steps and hops, pieces, and what they have to reach.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "cells.hpp"

namespace halma::puzzles {

constexpr int no_cell = -1;
constexpr int most_directions = 8;

struct Board {
  int count = 0;
  int directions = 0;
  // For each cell and direction the neighbour and the cell behind it, or no_cell.
  std::vector<std::int16_t> near, behind;
};

template <int Words>
struct Place {
  Cells<Words> pieces;
  // Where the marked piece stands, or no_cell.
  std::int16_t mark = no_cell;
  bool operator==(const Place&) const = default;
};

struct Move {
  std::uint8_t from = 0, to = 0;
  bool operator==(const Move&) const = default;
};

template <int Words>
struct Task {
  Board board;
  Place<Words> start;
  // Reached when all cells of one goal are held, and the mark (if there is one) stands on its own cell.
  std::vector<Cells<Words>> goals;
  int mark_goal = no_cell;
  // Pieces on these cells may not end a move elsewhere.
  Cells<Words> keep;
  // Pieces elsewhere may not end a move on these cells: what `keep` becomes when a game is read backwards.
  Cells<Words> shun;

  bool solved(const Place<Words>& place) const {
    if (mark_goal != no_cell && place.mark != mark_goal) return false;
    for (const auto& goal : goals)
      if (place.pieces.contains(goal)) return true;
    return false;
  }

  bool allowed(int from, int to) const {
    return !(keep.test(from) && !keep.test(to)) && !(shun.test(to) && !shun.test(from));
  }
};

// Where the piece on a cell can go: one step, or hops in succession. Its own cell counts as free meanwhile.
template <int Words>
Cells<Words> destinations(const Board& board, const Cells<Words>& pieces, int from) {
  Cells<Words> found, others = pieces;
  others.reset(from);
  std::int16_t waiting[64 * Words];
  int top = 0;
  waiting[top++] = static_cast<std::int16_t>(from);
  found.set(from);
  while (top) {
    const int cell = waiting[--top];
    const std::int16_t* near = &board.near[cell * most_directions];
    const std::int16_t* behind = &board.behind[cell * most_directions];
    for (int d = 0; d < board.directions; ++d) {
      const int land = behind[d];
      if (land == no_cell || !others.test(near[d]) || others.test(land) || found.test(land)) continue;
      found.set(land);
      waiting[top++] = static_cast<std::int16_t>(land);
    }
  }
  const std::int16_t* near = &board.near[from * most_directions];
  for (int d = 0; d < board.directions; ++d)
    if (near[d] != no_cell && !others.test(near[d])) found.set(near[d]);
  found.reset(from);
  return found;
}

template <int Words>
Place<Words> moved(Place<Words> place, Move move) {
  place.pieces.reset(move.from);
  place.pieces.set(move.to);
  if (place.mark == move.from) place.mark = move.to;
  return place;
}

template <int Words, class Function>
void each_move(const Task<Words>& task, const Place<Words>& place, Function&& function) {
  place.pieces.each([&](int from) {
    destinations(task.board, place.pieces, from).each([&](int to) {
      if (task.allowed(from, to))
        function(Move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)});
    });
  });
}

template <int Words>
std::uint64_t hash_of(const Place<Words>& place) {
  std::uint64_t hash = place.mark == no_cell ? 0 : mark_key(place.mark);
  place.pieces.each([&](int cell) { hash ^= cell_key(cell); });
  return hash;
}

inline std::uint64_t hash_after(std::uint64_t hash, int mark, Move move) {
  hash ^= cell_key(move.from) ^ cell_key(move.to);
  return mark == move.from ? hash ^ mark_key(move.from) ^ mark_key(move.to) : hash;
}

}  // namespace halma::puzzles
