#include "search/budget.hpp"

#include <algorithm>

namespace halma::engine {

namespace {

constexpr double between_questions = 0.02;

// The way back to whoever asked takes a moment too, and machines that are shared stand still for a tenth of a second
// now and then. A little depth is worth less than a game that is lost by time.
double earlier(double seconds) { return seconds - std::min(0.1, seconds * 0.4); }

}  // namespace

Budget::Budget(std::uint64_t nodes, double seconds, std::function<bool()> ask)
    : most_nodes_(nodes), most_seconds_(earlier(seconds)), ask_(std::move(ask)), next_question_(between_questions) {}

double Budget::spent() const {
    const double share = static_cast<double>(nodes()) / static_cast<double>(most_nodes_);
    return std::max(share, seconds() / most_seconds_);
}

void Budget::question(double now) {
    next_question_ = now + between_questions;
    if (ask_ && ask_()) stop();
}

}  // namespace halma::engine
