// A wide beam: level by level the cheapest positions go on. Two beams can meet in the middle.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "task.hpp"

namespace halma::puzzles {

// The cost of a position is the sum of the weights of its cells, plus `empty` for every cell a goal still lacks.
struct Weights {
  std::vector<std::int32_t> cell, mark;
  std::int32_t empty = 0;
  // A share of chance in the cost, the same for the same position and seed.
  std::uint32_t noise = 0;
  std::uint64_t seed = 0;
};

template <int Words>
class Beam {
 public:
  struct Entry {
    Place<Words> place;
    std::int32_t cost;
    std::uint32_t parent;
    // Of the position, and the lesser one of it and its mirror image, which stands for both.
    std::uint64_t hash, key;
    Move move;
  };
  struct Link {
    std::uint32_t parent;
    Move move;
  };

  // Asked every few thousand positions; true ends the search.
  using Stop = std::function<bool()>;

  // A beam that is to meet another one remembers the level before its last. `mirror` maps the board onto itself so that
  // the puzzle and the weights stay the same; of two mirror images only one goes on. It may be empty.
  Beam(const Task<Words>& task, const Weights& weights, std::size_t width, bool remembers = false,
       std::vector<int> mirror = {})
      : task_(task), weights_(weights), width_(width), remembers_(remembers), mirror_(std::move(mirror)) {
    Entry first{task.start, 0, 0, hash_of(task.start), 0, {}};
    first.key = std::min(first.hash, mirrored(task.start));
    first.cost = full_cost(first.place);
    level_.push_back(first);
    links_.push_back({{0, {}}});
    if (task.solved(task.start)) solved_ = 0;
  }

  std::size_t depth() const { return links_.size() - 1; }
  const std::vector<Entry>& level() const { return level_; }
  const std::vector<Entry>& previous() const { return previous_; }
  const Task<Words>& task() const { return task_; }
  std::optional<std::uint32_t> solved() const { return solved_; }
  std::uint64_t positions() const { return positions_; }
  std::size_t bytes() const {
    std::size_t total = (level_.capacity() + next_.capacity() + previous_.capacity()) * sizeof(Entry) + slots_.capacity() * 4;
    for (const auto& links : links_) total += links.capacity() * sizeof(Link);
    return total;
  }

  // One level further; false if nothing is left or somebody stopped it.
  bool advance(const Stop& stop) {
    open_level();
    for (std::uint32_t index = 0; index < level_.size() && !solved_; ++index) {
      if ((index & 0xfff) == 0 && stop()) return false;
      expand(level_[index], index);
    }
    shrink();
    if (next_.empty()) return false;
    if (remembers_) previous_ = level_;
    level_.swap(next_);
    next_.clear();
    std::vector<Link> links;
    links.reserve(level_.size());
    for (const auto& entry : level_) links.push_back({entry.parent, entry.move});
    links_.push_back(std::move(links));
    if (solved_) {
      solved_.reset();
      for (std::uint32_t index = 0; index < level_.size(); ++index)
        if (task_.solved(level_[index].place)) solved_ = index;
    }
    return true;
  }

  std::vector<Move> line(std::uint32_t index, std::size_t depth) const {
    std::vector<Move> moves;
    for (; depth > 0; --depth) {
      const Link& link = links_[depth][index];
      moves.push_back(link.move);
      index = link.parent;
    }
    std::reverse(moves.begin(), moves.end());
    return moves;
  }

 private:
  std::int32_t full_cost(const Place<Words>& place) const {
    std::int32_t cost = 0;
    place.pieces.each([&](int cell) { cost += weights_.cell[cell]; });
    if (place.mark != no_cell) cost += weights_.mark[place.mark];
    return cost;
  }

  // The hash of the mirror image; the marked piece has no mirror.
  std::uint64_t mirrored(const Place<Words>& place) const {
    if (mirror_.empty()) return ~std::uint64_t{0};
    std::uint64_t hash = 0;
    place.pieces.each([&](int cell) { hash ^= cell_key(mirror_[cell]); });
    return hash;
  }

  std::int32_t ordering(const Place<Words>& place, std::int32_t cost, std::uint64_t hash) const {
    if (weights_.empty) {
      int least = 1 << 20;
      for (const auto& goal : task_.goals) least = std::min(least, place.pieces.missing(goal));
      cost += weights_.empty * least;
    }
    return weights_.noise ? cost + static_cast<std::int32_t>(mixed(hash ^ weights_.seed) % weights_.noise) : cost;
  }

  void open_level() {
    next_.clear();
    next_.reserve(2 * width_ + 1);
    std::size_t size = 1024;
    while (size < 4 * width_) size *= 2;
    slots_.assign(size, 0);
    limit_ = INT32_MAX;
  }

  // `cost` of an entry is its plain sum; the order adds what is not a sum, kept in `orders_` beside it.
  void expand(const Entry& entry, std::uint32_t index) {
    ++positions_;
    const std::int32_t base = full_cost(entry.place);
    const std::uint64_t image = mirrored(entry.place);
    each_move(task_, entry.place, [&](Move move) {
      std::int32_t cost = base - weights_.cell[move.from] + weights_.cell[move.to];
      if (entry.place.mark == move.from) cost += weights_.mark[move.to] - weights_.mark[move.from];
      if (cost > limit_) return;
      const std::uint64_t hash = hash_after(entry.hash, entry.place.mark, move);
      std::uint64_t key = hash;
      if (!mirror_.empty()) key = std::min(hash, image ^ cell_key(mirror_[move.from]) ^ cell_key(mirror_[move.to]));
      const Place<Words> place = moved(entry.place, move);
      cost = ordering(place, cost, key);
      if (cost > limit_) return;
      insert({place, cost, index, hash, key, move});
    });
  }

  void insert(const Entry& entry) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = entry.key & mask;
    while (slots_[slot]) {
      // Two positions with the same key are so rare that losing one does no harm to a beam.
      if (next_[slots_[slot] - 1].key == entry.key) return;
      slot = (slot + 1) & mask;
    }
    next_.push_back(entry);
    slots_[slot] = static_cast<std::uint32_t>(next_.size());
    if (!solved_ && task_.solved(entry.place)) solved_ = 0;
    if (next_.size() > 2 * width_) shrink();
  }

  void shrink() {
    if (next_.size() <= width_) return;
    std::nth_element(next_.begin(), next_.begin() + width_ - 1, next_.end(),
                     [](const Entry& a, const Entry& b) { return a.cost < b.cost; });
    limit_ = next_[width_ - 1].cost;
    if (solved_) {
      // A solution is never dropped, whatever it costs.
      auto found = std::find_if(next_.begin(), next_.end(), [&](const Entry& e) { return task_.solved(e.place); });
      if (found - next_.begin() >= static_cast<std::ptrdiff_t>(width_)) std::swap(*found, next_[0]);
    }
    next_.resize(width_);
    std::fill(slots_.begin(), slots_.end(), 0);
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t index = 0; index < next_.size(); ++index) {
      std::size_t slot = next_[index].key & mask;
      while (slots_[slot]) slot = (slot + 1) & mask;
      slots_[slot] = static_cast<std::uint32_t>(index + 1);
    }
  }

  Task<Words> task_;
  Weights weights_;
  std::size_t width_;
  bool remembers_;
  std::vector<int> mirror_;
  std::vector<Entry> level_, next_, previous_;
  std::vector<std::uint32_t> slots_;
  std::vector<std::vector<Link>> links_;
  std::int32_t limit_ = INT32_MAX;
  std::optional<std::uint32_t> solved_;
  std::uint64_t positions_ = 0;
};

// Where a position of one beam meets one of another, turned by `turn` (a permutation of the cells that leads from one
// end of the puzzle to the other): equal, or one move apart.
struct Meeting {
  std::uint32_t forward = 0, backward = 0;
  std::optional<Move> between;
};

template <int Words>
std::optional<Meeting> meet(const Task<Words>& task, std::span<const typename Beam<Words>::Entry> forward,
                            std::span<const typename Beam<Words>::Entry> backward, const std::vector<int>& turn,
                            bool apart) {
  auto turned = [&](const Place<Words>& place) {
    Place<Words> result;
    place.pieces.each([&](int cell) { result.pieces.set(turn[cell]); });
    if (place.mark != no_cell) result.mark = static_cast<std::int16_t>(turn[place.mark]);
    return result;
  };
  // Positions less one piece are looked up by their hash; a filter of bits first keeps most of them out of the table.
  auto each_key = [&](const Place<Words>& place, std::uint64_t hash, auto&& function) {
    if (!apart) return function(hash, no_cell);
    place.pieces.each([&](int cell) {
      std::uint64_t key = hash ^ cell_key(cell);
      if (cell == place.mark) key ^= mark_key(cell) ^ 1;
      function(key, cell);
    });
  };
  constexpr int bits = 30;
  std::vector<std::uint64_t> filter(std::size_t{1} << (bits - 6));
  for (const auto& entry : forward)
    each_key(entry.place, entry.hash, [&](std::uint64_t key, int) {
      const std::uint64_t at = mixed(key) >> (64 - bits);
      filter[at >> 6] |= std::uint64_t{1} << (at & 63);
    });
  struct Found {
    std::uint64_t key;
    std::uint32_t index;
    std::int16_t cell;
  };
  std::vector<Found> candidates;
  for (std::uint32_t index = 0; index < backward.size(); ++index) {
    const Place<Words> place = turned(backward[index].place);
    each_key(place, hash_of(place), [&](std::uint64_t key, int cell) {
      const std::uint64_t at = mixed(key) >> (64 - bits);
      if (filter[at >> 6] >> (at & 63) & 1) candidates.push_back({key, index, static_cast<std::int16_t>(cell)});
    });
  }
  if (candidates.empty()) return {};
  std::sort(candidates.begin(), candidates.end(), [](const Found& a, const Found& b) { return a.key < b.key; });
  std::optional<Meeting> met;
  for (std::uint32_t index = 0; index < forward.size() && !met; ++index) {
    const auto& place = forward[index].place;
    each_key(place, forward[index].hash, [&](std::uint64_t key, int cell) {
      auto at = std::lower_bound(candidates.begin(), candidates.end(), key,
                                 [](const Found& a, std::uint64_t k) { return a.key < k; });
      for (; at != candidates.end() && at->key == key && !met; ++at) {
        const Place<Words> other = turned(backward[at->index].place);
        if (!apart) {
          if (other == place) met = Meeting{index, at->index, {}};
          continue;
        }
        if (cell == at->cell || !task.allowed(cell, at->cell)) continue;
        const Move move{static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(at->cell)};
        if (moved(place, move) == other && destinations(task.board, place.pieces, cell).test(at->cell))
          met = Meeting{index, at->index, move};
      }
    });
  }
  return met;
}

}  // namespace halma::puzzles
