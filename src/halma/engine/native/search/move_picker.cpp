#include "search/move_picker.hpp"

#include <algorithm>

namespace halma::engine {

namespace {

// An advance of a hundredth of a turn counts as so much.
constexpr int promise_weight = 16;
constexpr int killer_bonus = promise_weight * turn;
constexpr int hint_first = 2'000'000'000;

}  // namespace

void History::reward(int seat, const Action& action, int depth) {
    if (action.target < 0) return;
    auto& entry = entries_[index(seat, action)];
    entry += depth * depth;
    if (entry > most_)
        for (auto& one : entries_) one /= 2;
}

void MovePicker::add(const State& state, int seat, bool own, std::uint32_t hint, const Killers& killers,
                     ActionList& list, std::vector<Candidate>& found) {
    list.clear();
    add_legal(state, list);
    evaluator_.promises(state, list, promises_);
    const std::size_t first = found.size();
    const bool sees_all = !handicap_.any();
    for (std::size_t i = 0; i < list.size(); ++i) {
        const auto& action = list[i];
        if (promises_[i] == hopeless || (!sees_all && handicap_.overlooks(state, list, action, own))) continue;
        const auto mark = mark_of(list, action, seat);
        int order = promise_weight * promises_[i] + history_.of(seat, action);
        if (killers.contains(mark)) order += killer_bonus;
        if (mark == hint) order = hint_first;
        found.push_back({action, seat, order});
    }
    if (found.size() == first && !list.empty()) found.push_back({list[0], seat, 0});
}

void MovePicker::sort(std::vector<Candidate>& candidates) {
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& one, const Candidate& other) { return one.order > other.order; });
}

}  // namespace halma::engine
