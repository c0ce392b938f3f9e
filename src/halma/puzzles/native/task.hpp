// A puzzle as the search sees it: a board of steps and hops, pieces, and what they have to reach.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "cells.hpp"
#include "shift_layout.hpp"

namespace halma::puzzles {

constexpr int no_cell = -1;

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

// How far on a cell is along a direction in which no piece gets more than `gain` beyond the foremost one in a move.
struct Measure {
  std::vector<std::int16_t> height;
  int gain = 1;
};

template <int Words>
struct Task {
  Board board;
  // For quick searches, where the board allows it.
  std::optional<ShiftLayout> layout;
  Place<Words> start;
  // Reached when all cells of one goal are held, and the mark (if there is one) stands on its own cell.
  std::vector<Cells<Words>> goals;
  int mark_goal = no_cell;
  // Pieces on these cells may not end a move elsewhere.
  Cells<Words> keep;
  // Pieces elsewhere may not end a move on these cells: what `keep` becomes when a game is read backwards.
  Cells<Words> shun;
  // For proofs.
  std::optional<Measure> measure;

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

// Calls function(from, to) for everything the base rule allows; by shifting whole words.
template <int Words, class Function>
void each_way(const Board& board, const ShiftLayout& layout, const Cells<Words>& pieces, Function&& function) {
  using Word = ShiftLayout::Word;
  std::array<Word, most_classes> standing{};
  pieces.each([&](int cell) { standing[layout.class_of[cell]] |= Word{1} << layout.bit_of[cell]; });
  for (int one = 0; one < layout.classes; ++one) {
    if (!standing[one]) continue;
    // Where a hop in each direction can begin: next to a piece, and the cell behind it is free.
    std::array<Word, most_directions> open{};
    for (int d = 0; d < board.directions; ++d) {
      const auto& near = layout.neighbour[one][d];
      open[d] = near.has & ShiftLayout::shifted(standing[near.other], near.shift) &
                ~ShiftLayout::shifted(standing[one], -layout.hop[d]);
    }
    for (Word rest = standing[one]; rest; rest &= rest - 1) {
      const Word first = rest & -rest;
      const int from = layout.cell_of[one][std::countr_zero(rest)];
      Word reached = first;
      for (Word fresh = first; fresh;) {
        Word landed = 0;
        for (int d = 0; d < board.directions; ++d) landed |= ShiftLayout::shifted(fresh & open[d], layout.hop[d]);
        fresh = landed & ~reached;
        reached |= landed;
      }
      for (Word ends = reached ^ first; ends; ends &= ends - 1) function(from, layout.cell_of[one][std::countr_zero(ends)]);
      for (int d = 0; d < board.directions; ++d)
        if (const int to = board.near[from * most_directions + d]; to != no_cell && !pieces.test(to)) function(from, to);
    }
  }
}

template <int Words, class Function>
void each_way(const Task<Words>& task, const Cells<Words>& pieces, Function&& function) {
  if (task.layout) return each_way(task.board, *task.layout, pieces, function);
  pieces.each([&](int from) { destinations(task.board, pieces, from).each([&](int to) { function(from, to); }); });
}

template <int Words, class Function>
void each_move(const Task<Words>& task, const Place<Words>& place, Function&& function) {
  each_way(task, place.pieces, [&](int from, int to) {
    if (task.allowed(from, to)) function(Move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)});
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
