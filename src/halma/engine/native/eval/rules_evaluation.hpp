// What an evaluation works out once for all positions of the same rules. It takes much longer than to value a
// position, and an evaluator is made for every question, so what was worked out lately is kept.
#pragma once

#include <memory>

#include "eval/goal_value.hpp"
#include "eval/race_evaluation.hpp"
#include "eval/reachability.hpp"
#include "eval/transit_pieces.hpp"

namespace halma::engine {

struct RulesEvaluation {
    RulesEvaluation(std::shared_ptr<const Rules> rules, const Weights& given, int care);

    std::shared_ptr<const Rules> keeper;  // everything below refers to the rules
    Weights weights;
    Reachability reachability;
    Grounds grounds;
    RaceEvaluation race;
    TransitPieces transit_pieces;
    std::unique_ptr<const GoalValue> goal;
};

// From the store of those worked out lately, or made and put there. May be asked by several threads at once.
std::shared_ptr<const RulesEvaluation> rules_evaluation(const std::shared_ptr<const Rules>& rules,
                                                        const Weights& weights, int care);

}  // namespace halma::engine
