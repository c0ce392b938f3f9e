#include "eval/rules_evaluation.hpp"

#include <list>
#include <mutex>

#include "eval/goal_factory.hpp"

namespace halma::engine {

RulesEvaluation::RulesEvaluation(std::shared_ptr<const Rules> rules, const Weights& given, int care)
    : keeper(std::move(rules)),
      weights(given),
      reachability(*keeper),
      grounds{*keeper, reachability, reachability.distance(), weights, care},
      race(*keeper, weights, care),
      transit_pieces(grounds),
      goal(make_goal_value(grounds)) {}

std::shared_ptr<const RulesEvaluation> rules_evaluation(const std::shared_ptr<const Rules>& rules,
                                                        const Weights& weights, int care) {
    // Enough for the games that a process plays at a time, with the handicaps of all levels.
    constexpr std::size_t most_kept = 48;
    using Kept = std::shared_ptr<const RulesEvaluation>;
    static std::mutex guard;
    static std::list<Kept> kept;  // what was asked for last comes first
    const auto find = [&]() -> Kept {
        for (auto one = kept.begin(); one != kept.end(); ++one)
            // Rules that are kept stay alive, so that no other rules can come to lie where they lie.
            if ((*one)->keeper == rules && (*one)->grounds.care == care && (*one)->weights == weights) {
                kept.splice(kept.begin(), kept, one);
                return kept.front();
            }
        return nullptr;
    };
    {
        const std::lock_guard lock(guard);
        if (auto found = find()) return found;
    }
    // Two threads may make the same at the same time, rather than wait for each other.
    auto made = std::make_shared<const RulesEvaluation>(rules, weights, care);
    const std::lock_guard lock(guard);
    if (auto found = find()) return found;
    kept.push_front(made);
    if (kept.size() > most_kept) kept.pop_back();
    return made;
}

}  // namespace halma::engine
