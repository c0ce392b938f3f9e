// What a net has summed up of the position that a search has come to, and of those on the way there. A sum is made when
// somebody asks for it: of most positions between nobody does.
#pragma once

#include <vector>

#include "eval/net.hpp"

namespace halma::engine {

class NetSums {
   public:
    // Of a position and those that follow; without a net nothing is done.
    explicit NetSums(const Net* net) : net_(net) { steps_.emplace_back(); }

    // An action has just been played, or the last one has been taken back.
    void go_on(const State& state) {
        if (!net_) return;
        ++height_;
        if (steps_.size() <= height_) steps_.emplace_back();
        auto& step = steps_[height_];
        const auto& record = state.past.back();
        step.is_known = false;
        step.is_plain = record.origin != no_cell;
        if (!step.is_plain) return;
        step.origin = record.origin;
        step.target = record.target;
        step.code = state.board[static_cast<std::size_t>(record.target)];
    }
    void go_back() {
        if (net_) --height_;
    }

    // The sums of the position that the actions have led to.
    const std::int16_t* of(const State& state) {
        room_.resize(steps_.size() * net_->width());
        std::size_t known = height_;
        while (!steps_[known].is_known && known > 0 && steps_[known].is_plain) --known;
        if (!steps_[known].is_known) {
            known = height_;
            net_->sum_up(state, sums(known));
            steps_[known].is_known = true;
        }
        for (std::size_t next = known + 1; next <= height_; ++next) {
            auto& step = steps_[next];
            net_->move(sums(next - 1), step.code, step.origin, step.target, sums(next));
            step.is_known = true;
        }
        return sums(height_);
    }

   private:
    // How a position came about from the one before.
    struct Step {
        bool is_known = false;
        bool is_plain = false;  // a piece went to a free cell, and nothing else changed
        Content code = 0;
        int origin = 0, target = 0;
    };

    std::int16_t* sums(std::size_t height) { return room_.data() + height * net_->width(); }

    const Net* net_;
    std::size_t height_ = 0;
    std::vector<Step> steps_;
    std::vector<std::int16_t> room_;
};

}  // namespace halma::engine
