// A learned correction of the written evaluation: one layer of hidden values that is kept up to date move by move, and
// one that reads them. The form of the files is described in docs/training.md.
//
// Every seat has a view of its own: the board laid onto itself so that the seat begins where seat A does, with the
// pieces of the others named as they look from there. All views share the same weights.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "eval/net_sums.hpp"

namespace halma::engine {

inline constexpr std::uint32_t net_version = 1;
inline constexpr std::size_t most_hidden = 256, most_phases = 16;
// A file that is larger is none of ours.
inline constexpr std::size_t most_net_bytes = 4 << 20;

// Why a file cannot be used. The order is that of Python's (nets.py).
enum class NetFault : std::uint8_t { none, foreign, version, cut, damaged, impossible, other_game };

// What the written value is that a net corrects: the usual one, or the plain race, which is much faster with several
// seats.
enum class NetBase : std::uint8_t { usual, race };

// Tells board, seats, armies, goals and movements of rules apart, for those who learnt to play by them. Options that
// only change when a game ends do not count.
std::uint64_t layout_digest(const Rules& rules);

class Net {
   public:
    // A net from the bytes of a file; nothing, and why, if they are not one.
    static std::shared_ptr<const Net> read(std::span<const std::uint8_t> bytes, NetFault& fault);

    // Whether it has learnt to play by rules like these.
    bool fits(const Rules& rules) const {
        return rules.seats == seats_ && at(rules.cells) == cells_ && rules.kinds.size() == planes_ + 1 &&
               layout_digest(rules) == digest_;
    }
    std::uint64_t digest() const { return digest_; }
    const std::string& family() const { return family_; }
    NetBase base() const { return base_; }
    std::size_t hidden() const { return hidden_; }
    int seats() const { return seats_; }

    // How many numbers the sums of all views take.
    std::size_t width() const { return at(seats_) * hidden_; }

    // The sums of a position from nothing.
    void sum_up(const State& state, std::int16_t* sums) const;
    // Those after a piece has moved.
    void move(const std::int16_t* before, Content code, int origin, int target, std::int16_t* sums) const;

    // In hundredths of a turn, what the net adds to the value of a seat, by the sums of all views and whose turn it is.
    int correction(const std::int16_t* sums, int seat, int actor, int phase) const {
        const auto row = row_of(seat, actor, phase);
        return scaled(output(sums + at(seat) * hidden_, weights_of(row)), row);
    }
    // The same after a piece has moved, without the sums being written.
    int correction_moved(const std::int16_t* sums, Content code, int origin, int target, int seat, int actor,
                         int phase) const {
        const auto row = row_of(seat, actor, phase);
        return scaled(output_moved(sums + at(seat) * hidden_, column(seat, code, origin), column(seat, code, target),
                                   weights_of(row)),
                      row);
    }

    // How far the game has come, from the total advance of all seats.
    int phase(std::int64_t total) const {
        const auto part = (total - begin_) * static_cast<std::int64_t>(phases_) / (end_ - begin_);
        return static_cast<int>(std::clamp<std::int64_t>(part, 0, static_cast<std::int64_t>(phases_) - 1));
    }
    int phase(const State& state) const {
        std::int64_t total = 0;
        for (int seat = 0; seat < seats_; ++seat) total += state.totals[at(seat)];
        return phase(total);
    }

    // The same net computed without wide registers.
    std::shared_ptr<const Net> without_wide() const;

   private:
    class Reader;

    static std::size_t at(int number) { return static_cast<std::size_t>(number); }
    bool set(Reader& in);
    bool set_views(Reader& in);

    const std::int16_t* column(int view, Content code, int cell) const {
        return inputs_.data() + hidden_ * columns_[(at(view) * planes_ + code - 1) * cells_ + at(cell)];
    }
    std::size_t row_of(int seat, int actor, int phase) const {
        return at(phase) * at(seats_) + seen_as_[at(seat) * at(seats_) + at(actor)];
    }
    const std::int16_t* weights_of(std::size_t row) const { return outputs_.data() + hidden_ * row; }
    int scaled(std::int32_t sum, std::size_t row) const {
        const std::int64_t raw = static_cast<std::int64_t>(sum) + output_bias_[row];
        return static_cast<int>(
            std::clamp<std::int64_t>((raw * scale_ + (std::int64_t{1} << 31)) >> 32, -most_, most_));
    }

    std::int32_t output(const std::int16_t* sums, const std::int16_t* weights) const {
#ifdef HALMA_WIDE
        if (wide_) return wide::output(sums, weights, hidden_);
#endif
        return portable::output(sums, weights, hidden_);
    }
    std::int32_t output_moved(const std::int16_t* sums, const std::int16_t* from, const std::int16_t* to,
                              const std::int16_t* weights) const {
#ifdef HALMA_WIDE
        if (wide_) return wide::output_moved(sums, from, to, weights, hidden_);
#endif
        return portable::output_moved(sums, from, to, weights, hidden_);
    }

    std::uint64_t digest_ = 0;
    std::string family_;
    NetBase base_ = NetBase::usual;
    std::size_t cells_ = 0, planes_ = 0, hidden_ = 0, phases_ = 0;
    int seats_ = 0;
    std::int32_t begin_ = 0, end_ = 1;
    std::int32_t scale_ = 0, most_ = 0;
    bool wide_ = wide_supported();
    std::vector<std::uint16_t> columns_;  // of every content of every cell in every view
    std::vector<std::uint8_t> seen_as_;   // of every seat in every view
    std::vector<std::int16_t> inputs_, bias_, outputs_;
    std::vector<std::int32_t> output_bias_;
};

}  // namespace halma::engine
