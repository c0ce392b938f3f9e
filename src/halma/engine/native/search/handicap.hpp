// The handicap of a weak player: what it does not see, and by how much it misjudges. The same position, move and seed
// give the same mistake, so a level plays the same on any machine.
#pragma once

#include "eval/goal_value.hpp"

namespace halma::engine {

class Handicap {
   public:
    explicit Handicap(const Question& question) : weakness_(question.weakness), seed_(question.seed) {}

    bool any() const { return weakness_.blindness > 0 || weakness_.noise > 0; }

    // Whether a move is not thought of. Steps close by are seen, long ways often not; what others might do is thought
    // of less than what one can do oneself.
    bool overlooks(const State& state, const ActionList& list, const Action& action, bool own) const {
        if (!weakness_.blindness || action.target < 0) return false;
        const bool plain = action.kind == ActionKind::step || action.kind == ActionKind::done || list.size() < 3;
        int share =
            own ? (plain || action.kind == ActionKind::place ? weakness_.blindness / 8 : weakness_.blindness / 2)
                : weakness_.blindness * 3 / 4;
        // The more a chain captures, the longer it winds and the fewer see it.
        if (action.captured) share += std::min(weakness_.blindness / 2, 8 * (list.captured(action).count() - 1));
        return static_cast<int>(mixed(state, list, action) % 100) < share;
    }

    // By how much a value is misjudged.
    int misjudges(const State& state, const ActionList& list, const Action& action) const {
        if (!weakness_.noise) return 0;
        const auto width = static_cast<std::uint64_t>(2 * weakness_.noise + 1);
        return static_cast<int>((mixed(state, list, action) >> 20) % width) - weakness_.noise;
    }

   private:
    std::uint64_t mixed(const State& state, const ActionList& list, const Action& action) const {
        std::uint64_t sum = state.hash ^ (seed_ * 0x9E3779B97F4A7C15u);
        sum ^= static_cast<std::uint64_t>(action.origin + 1) << 32 |
               static_cast<std::uint64_t>(action.target + 1) << 8 | static_cast<std::uint64_t>(action.kind);
        if (action.captured) sum ^= list.captured(action).mixed();
        sum = (sum ^ (sum >> 30)) * 0xBF58476D1CE4E5B9u;
        sum = (sum ^ (sum >> 27)) * 0x94D049BB133111EBu;
        return sum ^ (sum >> 31);
    }

    Weakness weakness_;
    std::uint64_t seed_;
};

}  // namespace halma::engine
