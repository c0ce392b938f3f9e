#include "search/turn_finder.hpp"

#include "search/final_value.hpp"

namespace halma::engine {

void TurnFinder::play(const Move& move) {
    ActionList list;
    Action action = move.action;
    if (action.captured) list.add(action.kind, action.origin, action.target, move.captured);
    action.captured = list.empty() ? 0 : 1;
    apply(state_, list, action);
}

PerSeat TurnFinder::worth() const {
    PerSeat found;
    evaluator_.evaluate(state_, found);
    return sides_.relative(state_, found);
}

PerSeat TurnFinder::value_of_position(int ply) const {
    if (state_.now.phase != Phase::over) return worth();
    PerSeat values{};
    for (int seat = 0; seat < state_.rules->seats; ++seat) values[at(seat)] = final_value(state_, seat, ply);
    return values;
}

PerSeat TurnFinder::glance(const Move& move) {
    play(move);
    const PerSeat values = value_of_position(1);
    undo(state_);
    return values;
}

// Which of a list are seen at all; at least the first.
std::vector<std::size_t> TurnFinder::seen_actions(const ActionList& list) const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < list.size(); ++i)
        if (!handicap_.overlooks(state_, list, list[i], true)) found.push_back(i);
    if (found.empty()) found.push_back(0);
    return found;
}

std::vector<Turn> TurnFinder::actions() {
    const ActionList list = legal(state_);
    std::vector<int> promises;
    evaluator_.promises(state_, list, promises);
    std::vector<Turn> found;
    for (const auto i : seen_actions(list)) found.push_back({{move_of(list, list[i])}, promises[i], {}});
    std::stable_sort(found.begin(), found.end(), better);
    return found;
}

std::vector<Turn> TurnFinder::beam(std::size_t width, bool may_break_off) {
    const int mover = state_.now.seat;
    std::vector<Turn> level(1), ended;
    std::unordered_set<std::uint64_t> seen;
    while (!level.empty()) {
        std::vector<Turn> next;
        for (const auto& so_far : level) {
            for (const auto& move : so_far.moves) play(move);
            extend(so_far, mover, width, seen, next, ended);
            for (std::size_t i = 0; i < so_far.moves.size(); ++i) undo(state_);
            if (may_break_off && budget_.over()) return {};
            if (budget_.over() && !ended.empty()) break;
        }
        std::stable_sort(next.begin(), next.end(), better);
        if (next.size() > width) next.resize(width);
        level = std::move(next);
    }
    std::stable_sort(ended.begin(), ended.end(), better);
    if (ended.size() > 4 * compared) ended.resize(4 * compared);
    return ended;
}

// Adds a turn so far with each promising action; `done` ends it, and so does a roll that is used up.
void TurnFinder::extend(const Turn& so_far, int mover, std::size_t width, std::unordered_set<std::uint64_t>& seen,
                        std::vector<Turn>& next, std::vector<Turn>& ended) {
    const ActionList list = legal(state_);
    std::vector<int> promises;
    evaluator_.promises(state_, list, promises);
    std::vector<std::size_t> order = seen_actions(list);
    const std::size_t count = std::min(order.size(), 6 + 2 * width);
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                      [&](std::size_t one, std::size_t other) {
                          return std::pair(-promises[one], one) < std::pair(-promises[other], other);
                      });
    const auto add = [&](const Action& action) {
        const int misjudged = handicap_.misjudges(state_, list, action);
        apply(state_, list, action);
        budget_.spend(1);
        const bool over = state_.now.phase == Phase::over, goes_on = !over && state_.now.phase == Phase::move;
        std::uint64_t key = state_.hash;
        if (goes_on)
            for (std::size_t i = 0; i < state_.more.used_count; ++i)
                key += 0x9E3779B97F4A7C15u * (state_.more.used[i] + 1u) * (state_.more.hopped ? 3u : 1u);
        // Steps in another order are the same turn.
        if (seen.insert(key ^ (goes_on ? 1u : 0u)).second) {
            Turn made{so_far.moves, 0, value_of_position(1)};
            made.moves.push_back(move_of(list, action));
            made.value = made.values[at(mover)] + (over ? 0 : misjudged);
            (goes_on ? next : ended).push_back(std::move(made));
        }
        undo(state_);
    };
    bool ends = false;
    for (std::size_t i = 0; i < count; ++i) {
        ends |= list[order[i]].kind == ActionKind::done;
        add(list[order[i]]);
    }
    for (const auto& action : list)
        if (!ends && action.kind == ActionKind::done) add(action);
}

}  // namespace halma::engine
