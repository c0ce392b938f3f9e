// Sets of cells as bits: two words hold the star, four the square board.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace halma::puzzles {

template <int Words>
struct Cells {
  std::array<std::uint64_t, Words> words{};

  bool test(int cell) const { return words[cell >> 6] >> (cell & 63) & 1; }
  void set(int cell) { words[cell >> 6] |= std::uint64_t{1} << (cell & 63); }
  void reset(int cell) { words[cell >> 6] &= ~(std::uint64_t{1} << (cell & 63)); }
  bool operator==(const Cells&) const = default;

  int count() const {
    int total = 0;
    for (auto word : words) total += std::popcount(word);
    return total;
  }

  bool contains(const Cells& other) const {
    for (int i = 0; i < Words; ++i)
      if (other.words[i] & ~words[i]) return false;
    return true;
  }

  int common(const Cells& other) const {
    int total = 0;
    for (int i = 0; i < Words; ++i) total += std::popcount(other.words[i] & words[i]);
    return total;
  }

  int missing(const Cells& other) const {
    int total = 0;
    for (int i = 0; i < Words; ++i) total += std::popcount(other.words[i] & ~words[i]);
    return total;
  }

  template <class Function>
  void each(Function&& function) const {
    for (int i = 0; i < Words; ++i)
      for (auto word = words[i]; word; word &= word - 1) function(64 * i + std::countr_zero(word));
  }
};

inline std::uint64_t mixed(std::uint64_t value) {
  value ^= value >> 32;
  value *= 0xd6e8feb86659fd93u;
  value ^= value >> 32;
  value *= 0xd6e8feb86659fd93u;
  return value ^ value >> 32;
}

inline std::array<std::uint64_t, 256> keys_from(std::uint64_t seed) {
  std::array<std::uint64_t, 256> keys{};
  for (std::size_t cell = 0; cell < keys.size(); ++cell) keys[cell] = mixed(seed * (cell + 1));
  return keys;
}

// One key for each cell: the hash of a set is the exclusive or of its keys, so a moved piece costs two operations.
inline std::uint64_t cell_key(int cell) {
  static const auto keys = keys_from(0x9e3779b97f4a7c15u);
  return keys[cell];
}
inline std::uint64_t mark_key(int cell) {
  static const auto keys = keys_from(0xc2b2ae3d27d4eb4fu);
  return keys[cell];
}

}  // namespace halma::puzzles
