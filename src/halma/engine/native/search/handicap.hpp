// The handicap of a weak player: what it does not see, what it likes to do, and by how much it misjudges. The same
// position, move and seed give the same mistake, so a level plays the same on any machine.
#pragma once

#include "eval/evaluation.hpp"

namespace halma::engine {

class Handicap {
   public:
    explicit Handicap(const Question& question) : weakness_(question.weakness), seed_(question.seed) {}

    bool any() const { return weakness_.any(); }

    // Whether a move is not thought of. Steps close by are seen, long ways often not; what others might do is thought
    // of less than what one can do oneself.
    bool overlooks(const State& state, const ActionList& list, const Action& action, bool own) const {
        if (!weakness_.blindness || action.target < 0) return false;
        const int blindness = weakness_.blindness;
        const bool plain = action.kind == ActionKind::step || action.kind == ActionKind::done ||
                           action.kind == ActionKind::place || list.size() < 3;
        int share = own ? (plain ? blindness / 8 : blindness / 2) : blindness * 3 / 4;
        if (weakness_.sight) share = is_out_of_sight(state, action) ? blindness : blindness / 8;
        // The more a chain captures, the longer it winds and the fewer see it.
        if (action.captured) share += std::min(blindness / 2, 8 * (list.captured(action).count() - 1));
        return static_cast<int>(mixed(state, list, action) % 100) < share;
    }

    // By how much the value of an own move is misjudged.
    int misjudges(const State& state, const ActionList& list, const Action& action) const {
        int sum = goes_on_with_the_same_piece(state, action) ? weakness_.habit : 0;
        if (weakness_.noise) {
            const auto width = static_cast<std::uint64_t>(2 * weakness_.noise + 1);
            sum += static_cast<int>((mixed(state, list, action) >> 20) % width) - weakness_.noise;
        }
        return sum;
    }

    // Whether it thinks of the whole way home, where nobody is in the way any more.
    bool plans_way_home(const State& state, const Evaluator& evaluator) const {
        if (!weakness_.planned) return true;
        PerSeat turns{};
        evaluator.undisturbed(state, turns);
        return turns[state.now.actor] <= weakness_.planned;
    }

   private:
    // Whether the eye does not follow a piece as far as a move takes it. A single hop is two steps, a chain of two as
    // many as four.
    bool is_out_of_sight(const State& state, const Action& action) const {
        const auto& rules = *state.rules;
        if (action.origin < 0 || action.target >= rules.cells) return false;
        CellSet seen, border;
        border.insert(action.origin);
        for (int steps = 0; steps < weakness_.sight; ++steps) {
            CellSet next;
            border.each([&](int cell) {
                for (const auto near : rules.neighbours[cell])
                    if (near < rules.cells) next.insert(near);
            });
            seen |= border;
            border = next - seen;
            if (border.contains(action.target)) return false;
        }
        return true;
    }

    // Whether a move takes the piece further that its seat moved before: one runs ahead, the others are forgotten.
    bool goes_on_with_the_same_piece(const State& state, const Action& action) const {
        if (!weakness_.habit || action.origin < 0 || action.target < 0 || action.target >= state.rules->cells)
            return false;
        for (auto record = state.past.rbegin(); record != state.past.rend(); ++record) {
            if (record->now.actor != state.now.actor) continue;
            const auto& advance = state.kind_at(action.origin).advance;
            return record->target == action.origin && advance[at(action.target)] > advance[at(action.origin)];
        }
        return false;
    }

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
