// The cross board of 33 cells: every position that can be met on the way from the full board with an empty centre to
// one piece in the centre, up to the eight symmetries.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "halma/rules.hpp"
#include "number_set.hpp"

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
  // Sector s goes to -s, left and right of the arms exchanged; the corner clockwise of it to the one clockwise of -s - 1.
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
    fit = fit && movers->front().word == Movement::hop && movers->front().captures && movers->front().rays.empty() &&
          movers->front().steps.empty() && !movers->front().origins && !movers->front().within;
    if (!fit) throw std::invalid_argument("halma: these are not the rules of solitaire");
    std::vector<int> squares;
    for (int square = 0; square < 64; ++square)
      if (board_ & bit(square)) squares.push_back(square);
    for (int cell = 0; cell < cell_count; ++cell) {
      const auto leaps = movers->front().hops[cell];
      std::size_t hops = 0;
      for (const int step : steps_) {
        const int over = squares[cell] + step, land = over + step;
        if (over < 0 || land < 0 || over > 63 || land > 63 || !(board_ & bit(over)) || !(board_ & bit(land))) continue;
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

// Classes with the same number of pieces.
using Classes = NumberSet<Word>;
using Level = std::vector<Word>;

// Memory is slow and comes in any order: what is asked for early is there when it is needed.
template <class Entry, class Ask, class Take>
class Batch {
 public:
  Batch(Ask ask, Take take) : ask_(ask), take_(take) {}
  void add(const Entry& entry) {
    ask_(entry);
    entries_[count_++] = entry;
    if (count_ == size) flush();
  }
  void flush() {
    for (std::size_t index = 0; index < count_; ++index) take_(entries_[index]);
    count_ = 0;
  }

 private:
  static constexpr std::size_t size = 64;
  Ask ask_;
  Take take_;
  std::array<Entry, size> entries_;
  std::size_t count_ = 0;
};

// The classes one hop further on.
inline Classes following(const Cross& cross, const Level& level, int pieces) {
  Classes found(2 * level.size());
  auto ask = [&](Word word) { found.prefetch(word); };
  auto take = [&](Word word) { found.insert(word); };
  Batch<Word, decltype(ask), decltype(take)> batch(ask, take);
  for (auto word : level) cross.each_child(word, pieces, [&](Word child, int) { batch.add(Cross::canonical(child)); });
  batch.flush();
  return found;
}

struct Count {
  std::uint64_t classes = 0, positions = 0;
};

inline Count count(const Level& level) {
  Count total{level.size(), 0};
  for (auto word : level) total.positions += Cross::images(word);
  return total;
}

constexpr Word start = ~Word{0};

// Everything that can be reached from the start, hop by hop, for so many levels at most.
inline std::vector<Count> reachable(const Cross& cross, int most, const std::function<bool()>& stop) {
  std::vector<Count> counts;
  int pieces = cell_count - 1;
  for (Level level{start}; !level.empty() && static_cast<int>(counts.size()) < most && !stop(); --pieces) {
    counts.push_back(count(level));
    level = following(cross, level, pieces).values();
  }
  return counts;
}

// Positions that no game from the start reaches are not in the tablebase; they are searched when asked for.
class Search {
 public:
  Search(const Cross& cross, std::size_t most) : cross_(cross), most_(most) {}

  // 1 winnable, 0 not, -1 given up after so many positions.
  int solve(Word word, int pieces) {
    const bool centre = Cross::has_centre(word, pieces);
    if (word == 0 && centre) return 1;
    if (pieces == 0 || !lost_[centre].insert(Cross::canonical(word))) return 0;
    if (++tried_ > most_) return -1;
    int answer = 0;
    cross_.each_child(word, pieces, [&](Word child, int) {
      if (!answer) answer = solve(child, pieces - 1);
    });
    return answer;
  }

 private:
  const Cross& cross_;
  std::size_t most_, tried_ = 0;
  std::array<Classes, 2> lost_;
};

struct Tablebase {
  // By number of pieces, each sorted: the classes as positions, the fewest moves to the end, the chance of random hops.
  std::array<std::vector<std::uint64_t>, cell_count> classes;
  std::array<std::vector<std::uint8_t>, cell_count> moves;
  std::array<std::vector<double>, cell_count> chances;
};

// A game read backwards with pieces and holes exchanged is a game again. So the positions with k pieces from which the
// goal can be reached are the opposites of those with 33 - k that can be reached from the start, and nothing beyond
// the middle of the game has to be searched.
inline std::array<Level, cell_count> winnable(const Cross& cross) {
  constexpr int middle = 17;
  std::array<Classes, cell_count> reached;
  Level level{start};
  reached[32].insert(start);
  for (int pieces = 32; pieces > middle; --pieces) {
    reached[pieces - 1] = following(cross, level, pieces);
    level = reached[pieces - 1].values();
  }
  std::array<Level, cell_count> winning;
  for (int pieces = middle; pieces > 1; --pieces) {
    // Reached from a position with one more piece, and so is its opposite.
    const Classes& opposites = reached[cell_count - (pieces - 1)];
    Classes kept;
    auto ask = [&](const std::pair<Word, Word>& pair) { opposites.prefetch(pair.second); };
    auto take = [&](const std::pair<Word, Word>& pair) {
      if (opposites.contains(pair.second)) kept.insert(Cross::canonical(pair.first));
    };
    Batch<std::pair<Word, Word>, decltype(ask), decltype(take)> batch(ask, take);
    for (auto word : level)
      cross.each_child(word, pieces, [&](Word child, int) { batch.add({child, Cross::opposite(child)}); });
    batch.flush();
    level = winning[pieces - 1] = kept.values();
    for (auto word : level) winning[cell_count - (pieces - 1)].push_back(Cross::opposite(word));
  }
  return winning;
}

class Builder {
 public:
  explicit Builder(const Cross& cross) : cross_(cross), classes_(winnable(cross)) {}

  Tablebase build() {
    levels_[1] = Known(1);
    levels_[1].put({1.0, classes_[1].at(0), 0});
    for (int pieces = 2; pieces < cell_count; ++pieces) {
      const Level& level = classes_[pieces];
      levels_[pieces] = Known(level.size());
      for (std::size_t first = 0; first < level.size(); first += block)
        fill(pieces, first, std::min(block, level.size() - first));
    }
    return sorted();
  }

 private:
  static constexpr std::uint8_t many = 255;
  static constexpr std::size_t block = 16;

  // What is known of a class, all of it in one place. One that takes so many moves is a free slot.
  struct Value {
    double chance = 0;
    Word word = 0;
    std::uint8_t moves = many;
  };
  class Known {
   public:
    explicit Known(std::size_t size = 0) {
      while (std::size_t{1} << (32 - shift_) < 2 * size) --shift_;
      slots.assign(std::size_t{1} << (32 - shift_), {});
      filter_.assign(slots.size() >> 3, 0);
    }
    void put(const Value& value) {
      const auto at_bit = bit(value.word);
      filter_[at_bit >> 6] |= std::uint64_t{1} << (at_bit & 63);
      std::size_t at = slot(value.word);
      while (slots[at].moves != many) at = (at + 1) & (slots.size() - 1);
      slots[at] = value;
    }
    const Value* find(Word word) const {
      for (std::size_t at = slot(word);; at = (at + 1) & (slots.size() - 1)) {
        if (slots[at].moves == many) return nullptr;
        if (slots[at].word == word) return &slots[at];
      }
    }
    // False if a class is not among these; most of those that are asked for are not.
    bool may_have(Word word) const { return filter_[bit(word) >> 6] >> (bit(word) & 63) & 1; }
    void prefetch(Word word) const { prefetch_memory(&slots[slot(word)]); }

    std::vector<Value> slots;

   private:
    std::size_t slot(Word word) const { return spread(word) >> shift_; }
    // Eight bits for every slot.
    std::size_t bit(Word word) const { return spread(word) >> (shift_ - 3); }
    std::vector<std::uint64_t> filter_;
    int shift_ = 26;
  };
  struct Child {
    Word word, least;
    int square;
    std::size_t parent;
  };

  // The values of some classes of a level. All their children are asked for before the first one is used, because
  // memory is slow.
  void fill(int pieces, std::size_t first, std::size_t count) {
    const Known& after = levels_[pieces - 1];
    std::array<Value, block> values;
    std::array<int, block> hops{};
    children_.clear();
    for (std::size_t parent = 0; parent < count; ++parent) {
      values[parent].word = classes_[pieces][first + parent];
      cross_.each_child(values[parent].word, pieces, [&](Word child, int square) {
        ++hops[parent];
        const Word least = Cross::canonical(child);
        if (!after.may_have(least)) return;
        after.prefetch(least);
        children_.push_back({child, least, square, parent});
      });
    }
    for (const Child& child : children_) {
      const Value* found = after.find(child.least);
      if (!found) continue;
      Value& value = values[child.parent];
      int fewest = std::min<int>(value.moves, 1 + found->moves);
      chain(child.word, child.square, pieces - 1, fewest);
      value.moves = static_cast<std::uint8_t>(fewest);
      value.chance += found->chance;
    }
    for (std::size_t parent = 0; parent < count; ++parent) {
      values[parent].chance /= hops[parent];
      levels_[pieces].put(values[parent]);
    }
  }

  // The same piece hops on: all of it is one move.
  void chain(Word word, int square, int pieces, int& fewest) const {
    cross_.each_hop_from(square, word, pieces, [&](Word child, int to) {
      const Word least = Cross::canonical(child);
      const Value* found = levels_[pieces - 1].may_have(least) ? levels_[pieces - 1].find(least) : nullptr;
      if (!found) return;
      fewest = std::min(fewest, 1 + found->moves);
      chain(child, to, pieces - 1, fewest);
    });
  }

  Tablebase sorted() const {
    Tablebase tablebase;
    std::vector<std::pair<std::uint64_t, const Value*>> rows;
    for (int pieces = 1; pieces < cell_count; ++pieces) {
      rows.clear();
      for (const Value& value : levels_[pieces].slots)
        if (value.moves != many) rows.emplace_back(cross_.canonical_position(value.word, pieces), &value);
      std::sort(rows.begin(), rows.end());
      for (const auto& [position, value] : rows) {
        tablebase.classes[pieces].push_back(position);
        tablebase.moves[pieces].push_back(value->moves);
        tablebase.chances[pieces].push_back(value->chance);
      }
    }
    return tablebase;
  }

  const Cross& cross_;
  std::array<Level, cell_count> classes_;
  std::array<Known, cell_count> levels_;
  std::vector<Child> children_;
};

}  // namespace halma::puzzles::solitaire
