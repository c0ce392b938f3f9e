// How much may still be searched: nodes, time, and whether somebody wants an answer now.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>

namespace halma::engine {

class Budget {
   public:
    using Clock = std::chrono::steady_clock;
    static constexpr double no_limit = std::numeric_limits<double>::infinity();

    // `ask` is called now and then from the thread that made the budget, and stops the search by returning true.
    Budget(std::uint64_t nodes, double seconds, std::function<bool()> ask);

    double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
    double most_seconds() const { return most_seconds_; }
    std::uint64_t most_nodes() const { return most_nodes_; }
    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    bool over() const { return over_.load(std::memory_order_relaxed); }
    void stop() { over_.store(true, std::memory_order_relaxed); }

    // Which share of the nodes or of the time is gone.
    double spent() const;

    // Counts positions that were looked at.
    void count(std::uint64_t more) { nodes_.fetch_add(more, std::memory_order_relaxed); }

    // Counts positions that were looked at and tells whether to go on. Called at every inner node: the clock is cheap
    // against finding moves, and some games take a millisecond for a single list of them.
    bool spend(std::uint64_t count, bool may_ask = true) {
        const auto sum = nodes_.fetch_add(count, std::memory_order_relaxed) + count;
        if (sum >= most_nodes_) stop();
        const double now = seconds();
        if (now >= most_seconds_) stop();
        if (may_ask && now >= next_question_) question(now);
        return !over();
    }

   private:
    void question(double now);

    Clock::time_point begin_ = Clock::now();
    std::uint64_t most_nodes_;
    double most_seconds_;
    std::function<bool()> ask_;
    double next_question_;
    std::atomic<std::uint64_t> nodes_{0};
    std::atomic<bool> over_{false};
};

}  // namespace halma::engine
