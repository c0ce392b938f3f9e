// WebAssembly without threads: what would run beside others runs at once. Included before everything else
// (tools/build-wasm), because the C++ library has no threads there at all.
#pragma once

#include <utility>

namespace std {

struct thread {
    template <class Run>
    explicit thread(Run&& run) {
        std::forward<Run>(run)();
    }
    void join() {}
    bool joinable() const { return false; }
    static unsigned hardware_concurrency() { return 1; }
};

struct mutex {
    void lock() {}
    bool try_lock() { return true; }
    void unlock() {}
};

}  // namespace std
