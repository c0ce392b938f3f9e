// Threads that share out work in such a way that its result does not depend on how many there are.
#pragma once

#include <atomic>
#include <barrier>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace halma::puzzles {

// Positions are shared out by their hash: each shard is looked after by one thread at a time, and no two share
// anything.
constexpr int shard_bits = 6;
constexpr std::size_t shard_count = std::size_t{1} << shard_bits;
inline std::size_t shard_of(std::uint64_t hash) { return hash * 0x9e3779b97f4a7c15u >> (64 - shard_bits); }

// The calling thread and its helpers, which live as long as the crew does.
class Crew {
   public:
    explicit Crew(std::size_t threads) : gate_(static_cast<std::ptrdiff_t>(threads > 1 ? threads : 1)) {
        for (std::size_t started = 1; started < threads; ++started) try {
                helpers_.emplace_back([this] { serve(); });
            } catch (const std::system_error&) {
                gate_.arrive_and_drop();  // no more threads are to be had
            }
    }
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;
    ~Crew() {
        if (helpers_.empty()) return;
        ended_ = true;
        gate_.arrive_and_wait();
        for (auto& helper : helpers_) helper.join();
    }

    // Calls work(part) once for every part, in any order, and returns when all are done. What one of them throws is
    // thrown here.
    void each(std::size_t parts, const std::function<void(std::size_t)>& work) {
        if (helpers_.empty() || parts < 2) {
            for (std::size_t part = 0; part < parts; ++part) work(part);
            return;
        }
        work_ = &work;
        parts_ = parts;
        next_ = 0;
        gate_.arrive_and_wait();
        take_parts();
        gate_.arrive_and_wait();
        if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
    }

   private:
    void serve() {
        for (;;) {
            gate_.arrive_and_wait();
            if (ended_) return;
            take_parts();
            gate_.arrive_and_wait();
        }
    }
    void take_parts() {
        try {
            for (std::size_t part; (part = next_.fetch_add(1, std::memory_order_relaxed)) < parts_;) (*work_)(part);
        } catch (...) {
            const std::lock_guard<std::mutex> held(lock_);
            error_ = std::current_exception();
            next_ = parts_;
        }
    }

    std::barrier<> gate_;
    std::vector<std::thread> helpers_;
    std::mutex lock_;
    const std::function<void(std::size_t)>* work_ = nullptr;
    std::size_t parts_ = 0;
    std::atomic<std::size_t> next_ = 0;
    std::exception_ptr error_;
    bool ended_ = false;
};

}  // namespace halma::puzzles
