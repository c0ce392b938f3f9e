// All positions of a few pieces, level by level: what settles a small puzzle for good.
//
// Moves can be taken back, so the positions n moves before the goal are the turned images of those n moves after the
// start. If no position within `half` moves of the start is also the image of one within `half` moves (or one less), no
// solution of that length exists.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "set.hpp"
#include "task.hpp"

namespace halma::puzzles {

// Pieces as sorted cells of seven bits each, at most nine of them.
template <int Words>
std::uint64_t packed(const Cells<Words>& pieces) {
  std::uint64_t key = 0;
  pieces.each([&](int cell) { key = key << 7 | static_cast<std::uint64_t>(cell + 1); });
  return key;
}

template <int Words>
Cells<Words> unpacked(std::uint64_t key) {
  Cells<Words> pieces;
  for (; key; key >>= 7) pieces.set(static_cast<int>(key & 127) - 1);
  return pieces;
}

template <int Words>
class Census {
 public:
  // `mirror` maps the board onto itself and each end of the puzzle onto itself; `turn` maps one end onto the other.
  // A position more than `limit` moves from the goal by the bound for the foremost piece is left out: `advance` tells
  // how far a cell is, `arrival` how far the nearest goal cell is, and a move brings no piece more than `gain`
  // further than the foremost of the others.
  Census(const Task<Words>& task, std::vector<int> mirror, std::vector<int> turn, std::vector<int> advance,
         int arrival, int gain, int limit)
      : task_(task), mirror_(std::move(mirror)), turn_(std::move(turn)), advance_(std::move(advance)),
        arrival_(arrival), gain_(gain), limit_(limit) {
    levels_.push_back({canonical(task.start.pieces)});
  }

  std::size_t depth() const { return levels_.size() - 1; }
  const std::vector<std::vector<std::uint64_t>>& levels() const { return levels_; }

  bool extend(const std::function<bool()>& stop) {
    Set<std::uint64_t> found(levels_.back().size() * 2);
    std::size_t asked = 0;
    for (auto key : levels_.back()) {
      if ((++asked & 0xffff) == 0 && stop()) return false;
      const Place<Words> place{unpacked<Words>(key), no_cell};
      each_move(task_, place, [&](Move move) {
        const auto pieces = moved(place, move).pieces;
        if (static_cast<int>(levels_.size()) + bound(pieces) > limit_) return;
        const auto child = canonical(pieces);
        if (!known(child)) found.insert(child);
      });
    }
    auto values = found.values();
    std::sort(values.begin(), values.end());
    levels_.push_back(std::move(values));
    return true;
  }

  // Whether a position of the last level is the turned image of one of the level `other`.
  bool meets(std::size_t other) const {
    const auto& level = levels_[other];
    for (auto key : levels_.back()) {
      Cells<Words> turned;
      unpacked<Words>(key).each([&](int cell) { turned.set(turn_[cell]); });
      if (std::binary_search(level.begin(), level.end(), canonical(turned))) return true;
    }
    return false;
  }

  std::uint64_t digest(std::size_t depth) const {
    std::uint64_t sum = 0;
    for (auto key : levels_[depth]) sum += mixed(key);
    return sum;
  }

 private:
  int bound(const Cells<Words>& pieces) const {
    int missing = 1 << 20, foremost = 0;
    for (const auto& goal : task_.goals) missing = std::min(missing, pieces.missing(goal));
    pieces.each([&](int cell) { foremost = std::max(foremost, advance_[cell]); });
    const int wait = (arrival_ - foremost + gain_ - 1) / gain_ - 1;
    return missing + std::max(0, wait);
  }

  std::uint64_t canonical(const Cells<Words>& pieces) const {
    Cells<Words> image;
    pieces.each([&](int cell) { image.set(mirror_[cell]); });
    return std::min(packed(pieces), packed(image));
  }

  // Taking back the last move leads one level back at most, so older levels need not be asked.
  bool known(std::uint64_t key) const {
    const std::size_t count = levels_.size();
    for (std::size_t back = 1; back <= 2 && back <= count; ++back) {
      const auto& level = levels_[count - back];
      if (std::binary_search(level.begin(), level.end(), key)) return true;
    }
    return false;
  }

  Task<Words> task_;
  std::vector<int> mirror_, turn_, advance_;
  int arrival_, gain_, limit_;
  std::vector<std::vector<std::uint64_t>> levels_;
};

}  // namespace halma::puzzles
