// Every placement of a few pieces on some cells, by its distance from the start: a small puzzle solved completely.
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <vector>

#include "task.hpp"

namespace halma::puzzles {

template <int Words>
class Placements {
 public:
  static constexpr int most_pieces = 8;
  static constexpr std::uint64_t most_placements = std::uint64_t{1} << 33;

  // Pieces stay on the given cells all the time, and may leave the goal again.
  Placements(const Task<Words>& task, const std::vector<int>& cells) : task_(task), cells_(cells), pieces_(task.start.pieces.count()) {
    if (pieces_ < 1 || pieces_ > most_pieces || task.start.mark != no_cell)
      throw std::invalid_argument("too many pieces to look at every placement");
    index_.assign(task.board.count, no_cell);
    for (std::size_t at = 0; at < cells.size(); ++at) index_[cells[at]] = static_cast<int>(at);
    choose_.assign(cells.size() + 1, {});
    for (std::size_t n = 0; n <= cells.size(); ++n)
      for (int k = 0; k <= most_pieces; ++k)
        choose_[n][k] = k == 0 ? 1 : n == 0 ? 0 : choose_[n - 1][k - 1] + choose_[n - 1][k];
    total_ = choose_[cells.size()][pieces_];
    if (total_ > most_placements) throw std::invalid_argument("too many placements");
    task.start.pieces.each([&](int cell) {
      if (index_[cell] == no_cell) throw std::invalid_argument("the start lies outside the given cells");
    });
    seen_.assign(total_ / 64 + 1, 0);
    front_ = next_ = seen_;
    add(number(task.start.pieces));
    front_.swap(next_);
    counts_.push_back(1);
    goal_ = number(task.goals.at(0));
  }

  std::uint64_t total() const { return total_; }
  std::uint64_t bytes() const { return 3 * seen_.size() * sizeof(std::uint64_t); }
  // How many placements are 0, 1, 2 … moves away.
  const std::vector<std::uint64_t>& counts() const { return counts_; }
  // How far the goal is, once it is reached.
  int goal_depth() const { return goal_depth_; }
  // A digest of the placements of the last level.
  std::uint64_t digest() const {
    std::uint64_t sum = 0;
    each(front_, [&](std::uint64_t placement) { sum += mixed(placement + 1); });
    return sum;
  }

  // The placements one move further; false at the end or if somebody stops it.
  bool extend(const std::function<bool()>& stop) {
    count_ = 0;
    std::uint64_t asked = 0;
    bool stopped = false;
    each(front_, [&](std::uint64_t placement) {
      if ((asked++ & 0xffff) == 0 && !stopped) stopped = stop();
      if (stopped) return;
      const Cells<Words> pieces = placed(placement);
      each_way(task_, pieces, [&](int from, int to) {
        if (index_[to] == no_cell) return;
        Cells<Words> after = pieces;
        after.reset(from);
        after.set(to);
        add(number(after));
      });
    });
    if (stopped) return false;
    front_.swap(next_);
    std::fill(next_.begin(), next_.end(), 0);
    if (!count_) return false;
    counts_.push_back(count_);
    if (goal_depth_ < 0 && front_[goal_ >> 6] >> (goal_ & 63) & 1) goal_depth_ = static_cast<int>(counts_.size()) - 1;
    return true;
  }

 private:
  template <class Function>
  static void each(const std::vector<std::uint64_t>& bits, Function&& function) {
    for (std::size_t at = 0; at < bits.size(); ++at)
      for (auto rest = bits[at]; rest; rest &= rest - 1) function(64 * at + std::countr_zero(rest));
  }

  // Placements are numbered from 0 by the cells in rising order.
  std::uint64_t number(const Cells<Words>& pieces) const {
    std::uint64_t sum = 0;
    int rank = 0;
    pieces.each([&](int cell) { sum += choose_[index_[cell]][++rank]; });
    return sum;
  }

  Cells<Words> placed(std::uint64_t placement) const {
    Cells<Words> pieces;
    int high = static_cast<int>(cells_.size());
    for (int rank = pieces_; rank > 0; --rank) {
      int low = rank - 1;
      while (high - low > 1) {
        const int middle = (low + high) / 2;
        (choose_[middle][rank] <= placement ? low : high) = middle;
      }
      placement -= choose_[low][rank];
      pieces.set(cells_[low]);
      high = low;
    }
    return pieces;
  }

  void add(std::uint64_t placement) {
    auto& word = seen_[placement >> 6];
    const auto bit = std::uint64_t{1} << (placement & 63);
    if (word & bit) return;
    word |= bit;
    next_[placement >> 6] |= bit;
    ++count_;
  }

  Task<Words> task_;
  std::vector<int> cells_, index_;
  int pieces_;
  std::vector<std::array<std::uint64_t, most_pieces + 1>> choose_;
  std::uint64_t total_ = 0, goal_ = 0, count_ = 0;
  int goal_depth_ = -1;
  std::vector<std::uint64_t> seen_, front_, next_, counts_;
};

}  // namespace halma::puzzles
