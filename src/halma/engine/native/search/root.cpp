#include "search/root.hpp"

#include <algorithm>
#include <functional>

#include "search/position_stack.hpp"

namespace halma::engine {

Root::Root(Tree& tree, Budget& budget, const Question& question, const RootHabits& habits, int number)
    : tree_(tree), budget_(budget), question_(question), habits_(habits), number_(number), moves_(tree.moves()) {
    // At a glance, until the first depth is finished.
    const std::size_t seen = question_.lines > 1 ? moves_.size() : 1;
    for (std::size_t i = 0; i < seen; ++i) moves_[i].value = tree_.glance(moves_[i]);
    if (question_.lines > 1) sort(moves_.size());
}

Answer Root::think() {
    Answer answer;
    collect(answer);
    const int most = question_.depth ? std::min(question_.depth, deepest) : deepest;
    for (int depth = 1; depth <= most && !budget_.over(); ++depth) {
        // Further threads look one turn further every other time, so that not all do the same work.
        if (!deepen(depth + number_ % 2)) {
            // Values of different depths cannot be compared: several lines stay as they were when the last depth was
            // finished. A single one counts at once.
            if (question_.lines < 2) collect(answer);
            break;
        }
        answer.depth = depth;
        collect(answer);
        if (number_ == 0 && question_.report && !budget_.over()) question_.report(answer);
        if (moves_.size() == 1 || std::abs(moves_[0].value) >= decided) break;
    }
    answer.nodes = budget_.nodes();
    return answer;
}

std::size_t Root::lines() const {
    return std::min(moves_.size(), static_cast<std::size_t>(std::max(1, question_.lines)));
}

void Root::sort(std::size_t count) {
    std::stable_sort(moves_.begin(), moves_.begin() + static_cast<std::ptrdiff_t>(count),
                     [&](const RootMove& one, const RootMove& other) {
                         if (!habits_.by_windows) return one.value > other.value;
                         return std::pair(one.value, one.promise) > std::pair(other.value, other.promise);
                     });
}

// Looks at the moves one depth further; false if the budget did not last.
bool Root::deepen(int depth) {
    if (!habits_.by_windows) return deepen_all(depth);
    if (!deepen_lines(depth)) return false;
    if (question_.lines > 1) sort(moves_.size());
    return true;
}

bool Root::deepen_lines(int depth) {
    for (std::size_t first = 0; first < lines(); ++first) {
        // The first guess is that nothing changes much.
        int window = depth > 2 && !habits_.exact && std::abs(moves_[first].value) < decided ? turn / 2 : 2 * win;
        const int guess = moves_[first].value;
        for (;;) {
            const int low = std::max(-2 * win, guess - window), high = std::min(2 * win, guess + window);
            const int value = search_line(depth, first, low, high);
            if (budget_.over()) return false;
            if (value > low && value < high) break;
            window *= 4;
            if (window > 16 * turn) window = 4 * win;
        }
    }
    return true;
}

int Root::search_line(int depth, std::size_t first, int alpha, int beta) {
    int best = -4 * win;
    for (std::size_t i = first; i < moves_.size(); ++i) {
        auto& move = moves_[i];
        // What a move costs beside what is found: the bounds are moved by it.
        const int low = alpha + move.stale, high = beta + move.stale;
        const int less = i >= first + habits_.late && depth > 2 ? 1 : 0;
        int value = 0;
        if (habits_.exact) {
            value = tree_.look(move, depth - 1, -2 * win, 2 * win) + move.misjudged;
        } else if (i == first) {
            value = tree_.look(move, depth - 1, low, high);
        } else {
            value = tree_.look(move, depth - 1 - less, low, low + 1);
            if (value > low && !budget_.over()) value = tree_.look(move, depth - 1, low, high);
        }
        if (budget_.over()) break;
        value -= move.stale;
        if (value <= best) continue;
        best = value;
        if (i == first || value > alpha) {
            move.value = value;
            tree_.lead(move);
            // The best move comes first at once: if the time is up now, it is played.
            const auto begin = moves_.begin() + static_cast<std::ptrdiff_t>(first);
            const auto found = moves_.begin() + static_cast<std::ptrdiff_t>(i);
            std::rotate(begin, found, found + 1);
        }
        alpha = std::max(alpha, value);
        if (alpha >= beta) break;
    }
    return best;
}

// What was finished when the budget ends counts.
bool Root::deepen_all(int depth) {
    int best = -4 * win;
    const auto wanted = static_cast<std::size_t>(std::max(1, question_.lines));
    // With several lines wanted, values below the last of them need not be exact.
    std::vector<int> leading;
    std::size_t finished = 0;
    for (std::size_t i = 0; i < moves_.size(); ++i) {
        auto& move = moves_[i];
        const int bar = leading.size() < wanted ? -2 * win : leading[wanted - 1];
        int value = 0;
        if (leading.size() < wanted || habits_.exact) {
            value = tree_.look(move, depth - 1, habits_.exact ? -2 * win : bar, 2 * win);
        } else {
            const int less = depth > 2 && i >= habits_.late ? 1 : 0;
            value = tree_.look(move, depth - 1 - less, bar, bar + 1);
            if (value > bar && !budget_.over()) value = tree_.look(move, depth - 1, bar, 2 * win);
        }
        if (budget_.over()) break;
        ++finished;
        if (std::abs(value) < decided) value += move.misjudged - move.stale;
        move.value = value > bar || leading.size() < wanted ? value : std::min(value, bar);
        leading.insert(std::upper_bound(leading.begin(), leading.end(), move.value, std::greater<>()), move.value);
        if (value <= best && leading.size() > wanted && value <= bar) continue;
        best = std::max(best, value);
        tree_.lead(move);
    }
    // A move that was not looked at to the end says nothing; it comes after those that were.
    sort(finished);
    return !budget_.over();
}

void Root::collect(Answer& answer) const {
    answer.lines.clear();
    for (std::size_t i = 0; i < lines(); ++i) answer.lines.push_back(tree_.tell(moves_[i]));
    answer.nodes = budget_.nodes();
}

}  // namespace halma::engine
