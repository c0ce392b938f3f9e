// The cross board of 33 cells: every position that can be met on the way from the full board with an empty centre to
// one piece in the centre, up to the eight symmetries.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <vector>

#include "cells.hpp"

namespace halma::puzzles::solitaire {

constexpr int cell_count = 33;
constexpr int symmetry_count = 8;
constexpr std::uint64_t all_cells = (std::uint64_t{1} << cell_count) - 1;

struct Hop {
  std::uint64_t mask, before, after;
  int from, to;
};

class Cross {
 public:
  Cross() {
    int index[7][7], places[cell_count][2], next = 0;
    for (int y = 0; y < 7; ++y)
      for (int x = 0; x < 7; ++x) {
        const bool missing = (x < 2 || x > 4) && (y < 2 || y > 4);
        index[y][x] = missing ? -1 : next;
        if (missing) continue;
        places[next][0] = x, places[next][1] = y, ++next;
      }
    centre = index[3][3];
    for (int cell = 0; cell < cell_count; ++cell)
      for (auto [dx, dy] : {std::pair{0, 1}, {1, 0}, {0, -1}, {-1, 0}}) {
        const int x = places[cell][0] + 2 * dx, y = places[cell][1] + 2 * dy;
        if (x < 0 || x > 6 || y < 0 || y > 6 || index[y][x] < 0) continue;
        const auto from = bit(cell), over = bit(index[y - dy][x - dx]), to = bit(index[y][x]);
        hops.push_back({from | over | to, from | over, to, cell, index[y][x]});
      }
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry)
      for (int cell = 0; cell < cell_count; ++cell) {
        int x = places[cell][0], y = places[cell][1];
        if (symmetry & 1) x = 6 - x;
        if (symmetry & 2) y = 6 - y;
        if (symmetry & 4) std::swap(x, y);
        for (std::uint64_t part = 0; part < part_size; ++part)
          if (part >> (cell % part_bits) & 1) turned_[symmetry][cell / part_bits][part] |= bit(index[y][x]);
      }
  }

  // The least of the eight images of a position stands for all of them.
  std::uint64_t canonical(std::uint64_t position) const {
    std::uint64_t least = ~std::uint64_t{0};
    for (const auto& parts : turned_) least = std::min(least, image(parts, position));
    return least;
  }

  // How many different images a position has.
  int images(std::uint64_t position) const {
    int fixed = 0;
    for (const auto& parts : turned_) fixed += image(parts, position) == position;
    return symmetry_count / fixed;
  }

  template <class Function>
  void each_child(std::uint64_t position, Function&& function) const {
    for (const Hop& hop : hops)
      if ((position & hop.mask) == hop.before) function(position ^ hop.mask, hop);
  }

  static std::uint64_t bit(int cell) { return std::uint64_t{1} << cell; }

  std::vector<Hop> hops;
  int centre = 0;

 private:
  static constexpr int part_bits = 11;
  static constexpr int part_size = 1 << part_bits;
  using Parts = std::array<std::array<std::uint64_t, part_size>, 3>;

  static std::uint64_t image(const Parts& parts, std::uint64_t position) {
    return parts[0][position & (part_size - 1)] | parts[1][position >> part_bits & (part_size - 1)] |
           parts[2][position >> 2 * part_bits];
  }

  std::array<Parts, symmetry_count> turned_{};
};

// A growing set of positions; no position is empty, so 0 marks a free slot.
class Set {
 public:
  explicit Set(std::size_t expected = 512) {
    std::size_t size = 1024;
    while (size < 2 * expected) size *= 2;
    slots_.assign(size, 0);
  }
  bool insert(std::uint64_t key) {
    if (2 * (count_ + 1) > slots_.size()) grow();
    return put(key);
  }
  void prefetch(std::uint64_t key) const { __builtin_prefetch(&slots_[mixed(key) & (slots_.size() - 1)]); }
  bool contains(std::uint64_t key) const {
    for (std::size_t at = mixed(key) & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
      if (slots_[at] == key) return true;
      if (!slots_[at]) return false;
    }
  }
  std::vector<std::uint64_t> values() const {
    std::vector<std::uint64_t> found;
    found.reserve(count_);
    for (auto key : slots_)
      if (key) found.push_back(key);
    return found;
  }

 private:
  bool put(std::uint64_t key) {
    std::size_t at = mixed(key) & (slots_.size() - 1);
    while (slots_[at]) {
      if (slots_[at] == key) return false;
      at = (at + 1) & (slots_.size() - 1);
    }
    slots_[at] = key;
    ++count_;
    return true;
  }
  void grow() {
    auto old = values();
    slots_.assign(2 * slots_.size(), 0);
    count_ = 0;
    for (auto key : old) put(key);
  }
  std::vector<std::uint64_t> slots_;
  std::size_t count_ = 0;
};

using Level = std::vector<std::uint64_t>;

// The classes one hop further on.
inline Level following(const Cross& cross, const Level& level) {
  Set found(2 * level.size());
  std::vector<std::uint64_t> waiting;
  constexpr std::size_t batch = 256;
  auto take = [&] {
    for (auto key : waiting) found.insert(key);
    waiting.clear();
  };
  for (auto position : level) {
    // Memory is slow and comes in any order: what is asked for early is there when it is needed.
    cross.each_child(position, [&](std::uint64_t child, const Hop&) {
      waiting.push_back(cross.canonical(child));
      found.prefetch(waiting.back());
    });
    if (waiting.size() > batch) take();
  }
  take();
  return found.values();
}

struct Count {
  std::uint64_t classes = 0, positions = 0;
};

inline Count count(const Cross& cross, const Level& level) {
  Count total{level.size(), 0};
  for (auto position : level) total.positions += cross.images(position);
  return total;
}

// Everything that can be reached from the start, hop by hop, for so many levels at most.
inline std::vector<Count> reachable(const Cross& cross, int most, const std::function<bool()>& stop) {
  std::vector<Count> counts;
  for (Level level{all_cells ^ Cross::bit(cross.centre)};
       !level.empty() && static_cast<int>(counts.size()) < most && !stop(); level = following(cross, level))
    counts.push_back(count(cross, level));
  return counts;
}

// Positions that no game from the start reaches are not in the table; they are searched when asked for.
class Search {
 public:
  Search(const Cross& cross, std::size_t most) : cross_(cross), most_(most) {}

  // 1 winnable, 0 not, -1 given up after so many positions.
  int solve(std::uint64_t position) {
    if (position == Cross::bit(cross_.centre)) return 1;
    if (position == 0 || !lost_.insert(cross_.canonical(position))) return 0;
    if (++tried_ > most_) return -1;
    for (const Hop& hop : cross_.hops) {
      if ((position & hop.mask) != hop.before) continue;
      if (const int found = solve(position ^ hop.mask)) return found;
    }
    return 0;
  }

 private:
  const Cross& cross_;
  std::size_t most_, tried_ = 0;
  Set lost_;
};

struct Table {
  // By number of pieces, each sorted: the classes, the fewest moves to the end, and the chance of random hops.
  std::array<Level, cell_count> classes;
  std::array<std::vector<std::uint8_t>, cell_count> moves;
  std::array<std::vector<double>, cell_count> chances;
};

// A game read backwards with pieces and holes exchanged is a game again. So the positions with k pieces from which the
// goal can be reached are the complements of those with 33 - k that can be reached from the start, and nothing beyond
// the middle of the game has to be searched.
inline std::array<Level, cell_count> winnable(const Cross& cross) {
  constexpr int middle = 16;
  std::array<Level, cell_count> levels;
  levels[32] = {all_cells ^ Cross::bit(cross.centre)};
  for (int pieces = 31; pieces > middle; --pieces) levels[pieces] = following(cross, levels[pieces + 1]);
  Set above(levels[middle + 1].size());
  for (auto position : levels[middle + 1]) above.insert(position);
  // In the middle: reached from one more piece, and its complement is one of those too.
  Set kept;
  for (auto position : levels[middle + 1])
    cross.each_child(position, [&](std::uint64_t child, const Hop&) {
      const auto other = cross.canonical(all_cells ^ child);
      if (above.contains(other)) kept.insert(cross.canonical(child));
    });
  std::array<Level, cell_count> winning;
  winning[middle] = kept.values();
  // Before it: what a hop read backwards leads to, as far as it can be reached. Few positions are winnable, so this is
  // quicker than to ask every reachable one for its hops.
  for (int pieces = middle + 1; pieces <= 32; ++pieces) {
    Set earlier(4 * winning[pieces - 1].size());
    for (auto position : winning[pieces - 1])
      for (const Hop& hop : cross.hops)
        if ((position & hop.mask) == hop.after) earlier.insert(cross.canonical(position ^ hop.mask));
    for (auto position : levels[pieces])
      if (earlier.contains(position)) winning[pieces].push_back(position);
  }
  for (int pieces = 1; pieces < middle; ++pieces)
    for (auto position : winning[cell_count - pieces])
      winning[pieces].push_back(cross.canonical(all_cells ^ position));
  for (auto& level : winning) std::sort(level.begin(), level.end());
  return winning;
}

class Builder {
 public:
  explicit Builder(const Cross& cross) : cross_(cross) {
    table_.classes = winnable(cross);
    // Where the classes with the same leading bits begin.
    for (int pieces = 0; pieces < cell_count; ++pieces) {
      const Level& level = table_.classes[pieces];
      starts_[pieces].assign((all_cells >> drawer_bits) + 2, static_cast<std::uint32_t>(level.size()));
      for (std::size_t index = level.size(); index-- > 0;)
        starts_[pieces][level[index] >> drawer_bits] = static_cast<std::uint32_t>(index);
      for (std::size_t drawer = starts_[pieces].size() - 1; drawer-- > 0;)
        starts_[pieces][drawer] = std::min(starts_[pieces][drawer], starts_[pieces][drawer + 1]);
    }
  }

  Table build() {
    for (int pieces = 1; pieces < cell_count; ++pieces)
      for (auto position : table_.classes[pieces]) value(position, pieces);
    return std::move(table_);
  }

 private:
  int find(std::uint64_t position, int pieces) const {
    const Level& level = table_.classes[pieces];
    const auto least = cross_.canonical(position);
    const auto* first = &starts_[pieces][least >> drawer_bits];
    const auto at = std::lower_bound(level.begin() + first[0], level.begin() + first[1], least);
    return at == level.begin() + first[1] || *at != least ? -1 : static_cast<int>(at - level.begin());
  }

  void value(std::uint64_t position, int pieces) {
    if (pieces == 1) {
      table_.moves[1].push_back(0);
      table_.chances[1].push_back(1.0);
      return;
    }
    int fewest = 255, hops = 0;
    double chance = 0;
    cross_.each_child(position, [&](std::uint64_t child, const Hop& hop) {
      ++hops;
      const int at = find(child, pieces - 1);
      if (at < 0) return;
      chance += table_.chances[pieces - 1][at];
      fewest = std::min(fewest, 1 + table_.moves[pieces - 1][at]);
      chain(child, hop.to, pieces - 1, fewest);
    });
    table_.moves[pieces].push_back(static_cast<std::uint8_t>(fewest));
    table_.chances[pieces].push_back(chance / hops);
  }

  // The same piece hops on: all of it is one move.
  void chain(std::uint64_t position, int cell, int pieces, int& fewest) {
    for (const Hop& hop : cross_.hops) {
      if (hop.from != cell || (position & hop.mask) != hop.before) continue;
      const auto child = position ^ hop.mask;
      const int at = find(child, pieces - 1);
      if (at < 0) continue;
      fewest = std::min(fewest, 1 + table_.moves[pieces - 1][at]);
      chain(child, hop.to, pieces - 1, fewest);
    }
  }

  static constexpr int drawer_bits = 17;
  const Cross& cross_;
  Table table_;
  std::array<std::vector<std::uint32_t>, cell_count> starts_;
};

}  // namespace halma::puzzles::solitaire
