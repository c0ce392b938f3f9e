#include "search/playouts.hpp"

#include <cmath>

#include "search/final_value.hpp"

namespace halma::engine {

namespace {

constexpr std::uint64_t most_games = 1'000'000;
constexpr int longest_game = 400;
constexpr double curiosity = 0.45;
// What is expected of a move that was never tried.
constexpr double hope = 0.775;
// Turns of lead that a sure win counts as.
constexpr int sure_lead = 20 * turn;
// The part of a win that does not depend on how high it is.
constexpr float sure_part = 0.8F;

}  // namespace

bool never_goes_back(const Rules& rules) {
    if (rules.goal.word != GoalWord::home) return false;
    for (const auto& kind : rules.kinds)
        for (const auto& mover : kind.movers) {
            if (mover.word != Movement::step && mover.word != Movement::hop) return false;
            for (int cell = 0; cell < rules.cells; ++cell) {
                const auto forward = [&](int land) {
                    return land >= rules.cells || kind.advance[at(land)] > kind.advance[at(cell)];
                };
                for (auto land : mover.steps[cell])
                    if (!forward(land)) return false;
                for (auto [over, land] : mover.hops[cell])
                    if (!forward(land)) return false;
            }
        }
    return true;
}

PlayoutSearch::PlayoutSearch(const State& state, const Evaluator& evaluator, Budget& budget, const Question& question)
    : root_(state),
      evaluator_(evaluator),
      budget_(budget),
      question_(question),
      sides_(*state.rules),
      seat_(state.now.actor),
      random_(question.seed ^ state.key) {
    forget_past(root_);
}

Answer PlayoutSearch::think() {
    nodes_.emplace_back();
    State first = root_;
    expand(nodes_[0], first);
    std::uint64_t next_report = 256;
    while (!budget_.over() && games_ < most_games && nodes_[0].moves.size() > 1) {
        play_a_game();
        if (question_.report && games_ >= next_report) {
            next_report *= 2;
            question_.report(answer());
        }
    }
    return answer();
}

void PlayoutSearch::expand(Node& node, State& state) {
    node.seat = state.now.actor;
    node.list = legal(state);
    evaluator_.promises(state, node.list, promises_);
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < node.list.size(); ++i)
        if (promises_[i] != hopeless) order.push_back(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t one, std::size_t other) { return promises_[one] > promises_[other]; });
    for (const auto i : order) node.moves.push_back({node.list[i]});
    if (node.moves.empty() && !node.list.empty()) node.moves.push_back({node.list[0]});
}

// The move to try next: one that did well, or one that was hardly tried.
std::size_t PlayoutSearch::choose(const Node& node) const {
    const double log_games = std::log(1.0 + node.games);
    double best = -1;
    std::size_t found = 0;
    for (std::size_t i = 0; i < node.moves.size(); ++i) {
        const auto& edge = node.moves[i];
        // One that was never tried comes as soon as the tried ones disappoint.
        if (!edge.games) {
            const double value = hope;
            if (value > best) best = value, found = i;
            break;
        }
        const double value = edge.won / edge.games + curiosity * std::sqrt(log_games / edge.games);
        if (value > best) best = value, found = i;
    }
    return found;
}

void PlayoutSearch::play_a_game() {
    State state = root_;
    path_.clear();
    std::uint32_t at_node = 0;
    for (;;) {
        auto& node = nodes_[at_node];
        if (node.moves.empty()) break;
        const std::size_t chosen = choose(node);
        path_.push_back({at_node, chosen});
        apply(state, node.list, node.moves[chosen].action);
        forget_past(state);
        if (state.now.phase != Phase::move) break;
        auto& edge = node.moves[chosen];
        if (edge.node) {
            at_node = edge.node;
            continue;
        }
        if (edge.games > 0) {
            edge.node = static_cast<std::uint32_t>(nodes_.size());
            at_node = edge.node;
            nodes_.emplace_back();
            expand(nodes_.back(), state);
            continue;
        }
        break;
    }
    const auto before = state.now.turn;
    while (state.now.turn - before < longest_game && play_something(state, random_)) forget_past(state);
    budget_.spend(static_cast<std::uint64_t>(state.now.turn - before) + path_.size());
    const Shares shares = judge(state);
    for (const auto& [number, chosen] : path_) {
        auto& node = nodes_[number];
        ++node.games;
        auto& edge = node.moves[chosen];
        ++edge.games;
        edge.won += shares[node.seat];
    }
    ++games_;
}

PlayoutSearch::Shares PlayoutSearch::judge(const State& state) const {
    Shares shares{};
    PerSeat values;
    evaluator_.evaluate(state, values);
    for (int seat = 0; seat < state.rules->seats; ++seat) {
        const auto ahead = static_cast<float>(sides_.relative(state, values, seat));
        const float margin = 0.5F + 0.5F * ahead / (std::abs(ahead) + 8 * turn);
        float sure = margin;
        if (state.now.phase == Phase::over) {
            const int value = final_value(state, seat, 0);
            sure = value > 0 ? 1.0F : value < 0 ? 0.0F : 0.5F;
        }
        shares[at(seat)] = sure_part * sure + (1 - sure_part) * margin;
    }
    return shares;
}

Answer PlayoutSearch::answer() const {
    Answer answer;
    const auto& node = nodes_[0];
    std::vector<const Edge*> best;
    for (const auto& edge : node.moves) best.push_back(&edge);
    std::stable_sort(best.begin(), best.end(),
                     [](const Edge* one, const Edge* other) { return one->games > other->games; });
    for (std::size_t i = 0; i < best.size() && i < at(std::max(1, question_.lines)); ++i) {
        Line line;
        line.moves.push_back(move_of(node.list, best[i]->action));
        follow(best[i]->node, line.moves);
        const double share = best[i]->games ? best[i]->won / best[i]->games : glance(best[i]->action);
        sides_.tell(root_, evaluator_, seat_, static_cast<int>((share - 0.5) * sure_lead), line.scores);
        answer.lines.push_back(std::move(line));
    }
    answer.depth = static_cast<int>(answer.lines[0].moves.size());
    answer.nodes = budget_.nodes();
    return answer;
}

// What a move that was never tried gets of the win at a glance.
double PlayoutSearch::glance(const Action& action) const {
    State state = root_;
    apply(state, nodes_[0].list, action);
    return judge(state)[at(seat_)];
}

// What was tried most from a position on.
void PlayoutSearch::follow(std::uint32_t number, std::vector<Move>& moves) const {
    while (number) {
        const auto& node = nodes_[number];
        const Edge* best = nullptr;
        for (const auto& edge : node.moves)
            if (edge.games && (!best || edge.games > best->games)) best = &edge;
        if (!best) return;
        moves.push_back(move_of(node.list, best->action));
        number = best->node;
    }
}

}  // namespace halma::engine
