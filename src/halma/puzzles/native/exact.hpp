// The shortest way between two positions, searched from both ends; what it rules out is proven.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "task.hpp"

namespace halma::puzzles {

struct Answer {
  bool found = false;
  std::vector<Move> moves;
  // No way is shorter than this.
  int bound = 0;
  std::uint64_t positions = 0;
};

// How many moves it takes at least from some pieces to an aim of as many cells.
//
// Arrivals: each cell that is still missing takes a move, after the moves that the foremost piece needs to get near.
// Departures: each piece on a cell that has to be left takes a move, and read backwards the last of these moves is
// followed by those that the hindmost piece needs.
template <int Words>
class Needed {
 public:
  Needed(const std::optional<Measure>& measure, bool backwards, const Cells<Words>& leave, const Cells<Words>& aim)
      : aim_(aim) {
    if (!measure) return;
    gain_ = measure->gain;
    height_ = measure->height;
    if (backwards)
      for (auto& height : height_) height = static_cast<std::int16_t>(-height);
    near_ = INT16_MAX;
    aim.each([&](int cell) { near_ = std::min<int>(near_, height_[cell]); });
    int most = INT16_MIN;
    leave.each([&](int cell) {
      if (aim.test(cell)) return;
      leave_.set(cell);
      most = std::max<int>(most, height_[cell]);
    });
    after_ = most == INT16_MIN ? 0 : std::max(1, rounds(near_ - most));
  }

  int operator()(const Cells<Words>& pieces) const {
    const int missing = pieces.missing(aim_);
    if (height_.empty() || !missing) return missing;
    int foremost = INT16_MIN, hindmost = INT16_MAX;
    pieces.each([&](int cell) {
      foremost = std::max<int>(foremost, height_[cell]);
      hindmost = std::min<int>(hindmost, height_[cell]);
    });
    const int arrivals = missing + std::max(0, rounds(near_ - foremost) - 1);
    const int staying = pieces.common(leave_);
    const int departures = staying ? staying - 1 + after_ : rounds(near_ - hindmost);
    return std::max(arrivals, departures);
  }

 private:
  int rounds(int distance) const { return distance <= 0 ? 0 : (distance + gain_ - 1) / gain_; }

  Cells<Words> aim_, leave_;
  std::vector<std::int16_t> height_;
  int gain_ = 1, near_ = 0, after_ = 0;
};

template <int Words>
class Exact {
 public:
  // Asked every thousand positions with how many there are; true ends the search.
  using Stop = std::function<bool(std::uint64_t)>;

  Exact(const Task<Words>& task, int limit, std::size_t most)
      : task_(task), limit_(limit), most_(most),
        ends_{Side(task.start), Side(Place<Words>{task.goals.at(0), static_cast<std::int16_t>(task.mark_goal)})},
        needed_{Needed<Words>(task.measure, false, task.start.pieces, task.goals[0]),
                Needed<Words>(task.measure, true, task.goals[0], task.start.pieces)} {}

  // The shortest way of at most `limit` moves. Positions that need more moves than are left are left out.
  Answer solve(const Stop& stop) {
    if (ends_[0].entries[0].place == ends_[1].entries[0].place) return {true, {}, 0, 1};
    Answer answer;
    while (depth() < limit_) {
      const int side = ends_[0].frontier() <= ends_[1].frontier() ? 0 : 1;
      if (ends_[side].frontier() == 0) break;
      if (!extend(side, answer, stop)) {
        answer.bound = depth() + 1;
        answer.positions = positions();
        return answer;
      }
      if (answer.found) {
        answer.bound = depth();
        answer.positions = positions();
        return answer;
      }
    }
    answer.bound = limit_ + 1;
    answer.positions = positions();
    return answer;
  }

 private:
  struct Entry {
    Place<Words> place;
    std::uint64_t hash;
    std::uint32_t parent;
    Move move;
  };
  struct Side {
    explicit Side(const Place<Words>& place) : slots(1024, 0) { add({place, hash_of(place), 0, {}}); }
    std::vector<Entry> entries;
    std::vector<std::uint32_t> slots;
    std::size_t begin = 0;
    int depth = 0;

    std::size_t frontier() const { return entries.size() - begin; }
    std::uint32_t find(const Place<Words>& place, std::uint64_t hash) const {
      const std::size_t mask = slots.size() - 1;
      for (std::size_t slot = hash & mask; slots[slot]; slot = (slot + 1) & mask)
        if (const Entry& entry = entries[slots[slot] - 1]; entry.hash == hash && entry.place == place)
          return slots[slot];
      return 0;
    }
    void add(const Entry& entry) {
      entries.push_back(entry);
      if (2 * entries.size() > slots.size()) {
        slots.assign(2 * slots.size(), 0);
        for (std::size_t index = 0; index < entries.size(); ++index) put(index);
      } else {
        put(entries.size() - 1);
      }
    }
    void put(std::size_t index) {
      const std::size_t mask = slots.size() - 1;
      std::size_t slot = entries[index].hash & mask;
      while (slots[slot]) slot = (slot + 1) & mask;
      slots[slot] = static_cast<std::uint32_t>(index + 1);
    }
  };

  int depth() const { return ends_[0].depth + ends_[1].depth; }
  std::uint64_t positions() const { return ends_[0].entries.size() + ends_[1].entries.size(); }

  bool extend(int which, Answer& answer, const Stop& stop) {
    Side& side = ends_[which];
    const Side& other = ends_[1 - which];
    const std::size_t end = side.entries.size();
    const int left = limit_ - side.depth - 1;
    for (std::size_t index = side.begin; index < end; ++index) {
      if ((index & 0x3ff) == 0 && stop(positions())) return false;
      const Entry entry = side.entries[index];
      each_way(task_, entry.place.pieces, [&](int from, int to) {
        if (answer.found || !(which == 0 ? task_.allowed(from, to) : task_.allowed(to, from))) return;
        const Move move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)};
        const Place<Words> place = moved(entry.place, move);
        if (needed_[which](place.pieces) > left) return;
        const auto hash = hash_after(entry.hash, entry.place.mark, move);
        if (side.find(place, hash)) return;
        side.add({place, hash, static_cast<std::uint32_t>(index), move});
        if (const auto met = other.find(place, hash)) {
          answer.found = true;
          join(which, static_cast<std::uint32_t>(side.entries.size() - 1), met - 1, answer.moves);
        }
      });
      if (answer.found) break;
      if (positions() > most_) return false;
    }
    side.begin = end;
    ++side.depth;
    return true;
  }

  void join(int which, std::uint32_t here, std::uint32_t there, std::vector<Move>& moves) const {
    const std::uint32_t met[2] = {which == 0 ? here : there, which == 0 ? there : here};
    for (auto index = met[0]; index; index = ends_[0].entries[index].parent) moves.push_back(ends_[0].entries[index].move);
    std::reverse(moves.begin(), moves.end());
    for (auto index = met[1]; index; index = ends_[1].entries[index].parent) {
      const Move move = ends_[1].entries[index].move;
      moves.push_back({move.to, move.from});
    }
  }

  Task<Words> task_;
  int limit_;
  std::size_t most_;
  Side ends_[2];
  Needed<Words> needed_[2];
};

}  // namespace halma::puzzles
