// Counting: how many sequences of whole turns a position has, one child for each resulting position.
#pragma once

#include <span>
#include <string>
#include <unordered_set>

#include "play.hpp"

namespace halma {

class Perft {
   public:
    // Every turn of a sequence takes room on the stack.
    static constexpr int deepest = 1000;

    // The dice show the given values over and over, in order along each sequence. A long count calls `pause` now and
    // then, which may break it off by an exception.
    Perft(State& state, std::span<const int> dice, Pause pause = nullptr) : state_(state), dice_(dice), pause_(pause) {}

    std::uint64_t count(int depth) {
        if (depth < 0 || depth > deepest) throw std::invalid_argument("halma: nobody counts so deep");
        return count(depth, 0);
    }

   private:
    std::uint64_t count(int depth, std::size_t thrown) {
        if (depth == 0) return 1;
        if (pause_ && (++visited_ & 0xFFFF) == 0) pause_();
        int rolls = 0;
        while (state_.now.phase == Phase::roll && rolls <= most_lapses) {
            if (awaits_lot(state_)) throw std::invalid_argument("halma: a lot is not counted; it has to be given");
            const auto wanted = static_cast<std::size_t>(dice_count(*state_.rules));
            roll(state_, die(thrown), wanted > 1 ? die(thrown + 1) : 0);
            thrown += wanted;
            ++rolls;
        }
        std::uint64_t total = 0;
        if (state_.now.phase == Phase::move || state_.now.phase == Phase::huff) {
            if (state_.rules->dice == Dice::split)
                total = count_split(depth, thrown);
            else if (depth == 1)
                total = legal(state_).size();
            else
                total = count_children(depth, thrown);
        }
        while (rolls-- > 0) undo(state_);
        return total;
    }

    // Given dice can let every roll lapse for ever.
    static constexpr int most_lapses = 1000;

    int die(std::size_t number) const {
        if (dice_.empty()) throw std::invalid_argument("halma: a game with dice is counted with given dice");
        return dice_[number % dice_.size()];
    }

    std::uint64_t count_children(int depth, std::size_t thrown) {
        const ActionList list = legal(state_);
        std::uint64_t total = 0;
        for (const auto& action : list) {
            apply(state_, list, action);
            total += count(depth - 1, thrown);
            undo(state_);
        }
        return total;
    }

    std::string contents() const {
        const auto* first = reinterpret_cast<const char*>(state_.board.data());
        return {first, static_cast<std::size_t>(state_.rules->cells)};
    }

    // Whole turns of the two dice: every different board that some order of actions leads to.
    std::uint64_t count_split(int depth, std::size_t thrown) {
        std::unordered_set<std::string> ends, seen;
        return explore(depth, thrown, state_.now.turn, ends, seen);
    }

    std::uint64_t explore(int depth, std::size_t thrown, std::int32_t turn, std::unordered_set<std::string>& ends,
                          std::unordered_set<std::string>& seen) {
        const ActionList list = legal(state_);
        std::uint64_t total = 0;
        for (const auto& action : list) {
            apply(state_, list, action);
            auto key = contents();
            if (state_.now.turn != turn) {
                key += static_cast<char>(state_.now.seat);
                key += static_cast<char>(state_.now.phase);
                if (ends.insert(key).second) total += count(depth - 1, thrown);
            } else {
                CellSet used;
                for (std::size_t i = 0; i < state_.more.used_count; ++i) used.insert(state_.more.used[i]);
                used.each([&](int cell) { key += std::to_string(cell) + ","; });
                for (std::size_t i = 0; i < state_.more.division_count; ++i)
                    key += static_cast<char>('a' + 8 * state_.more.divisions[i].steps + state_.more.divisions[i].hops);
                key += state_.more.hopped ? '1' : '0';
                if (seen.insert(key).second) total += explore(depth, thrown, turn, ends, seen);
            }
            undo(state_);
        }
        return total;
    }

    State& state_;
    std::span<const int> dice_;
    Pause pause_;
    std::uint64_t visited_ = 0;
};

}  // namespace halma
