// Every placement of a few pieces on some cells, by its distance from the start: a small puzzle solved completely.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <vector>

#include "number_set.hpp"
#include "task.hpp"

namespace halma::puzzles {

class Placements {
   public:
    static constexpr int most_pieces = 8;
    static constexpr std::int16_t no_index = -1;
    static constexpr std::uint64_t most_placements = std::uint64_t{1} << 33;

    // Pieces stay on the given cells all the time, and may leave the goal again.
    Placements(const Task& task, const std::vector<int>& cells) : task_(task), pieces_(task.start.pieces.count()) {
        if (pieces_ < 1 || pieces_ > most_pieces || task.start.mark != no_site)
            throw std::invalid_argument("too many pieces to look at every placement");
        index_.fill(no_index);
        for (int cell : cells) {
            index_[task.lattice().site_of(cell)] = static_cast<std::int16_t>(sites_.size());
            sites_.push_back(task.lattice().site_of(cell));
        }
        choose_.assign(cells.size() + 1, {});
        for (std::size_t n = 0; n <= cells.size(); ++n)
            for (int k = 0; k <= most_pieces + 1; ++k)
                choose_[n][k] = k == 0 ? 1 : n == 0 ? 0 : choose_[n - 1][k - 1] + choose_[n - 1][k];
        total_ = choose_[cells.size()][pieces_];
        if (total_ > most_placements) throw std::invalid_argument("too many placements");
        for (const Words* end : {&task.start.pieces, &task.goals.at(0)})
            end->each([&](int site) {
                if (index_[site] == no_index)
                    throw std::invalid_argument("the start or the goal lies outside the given cells");
            });
        seen_.assign(total_ / 64 + 1, 0);
        front_ = next_ = seen_;
        add(number(task.start.pieces));
        front_.swap(next_);
        counts_.push_back(1);
        goal_ = number(task.goals[0]);
    }

    std::uint64_t total() const { return total_; }
    std::uint64_t bytes() const { return 3 * seen_.size() * sizeof(std::uint64_t); }
    // How many placements are 0, 1, 2 … moves away.
    const std::vector<std::uint64_t>& counts() const { return counts_; }
    // How far the goal is, once it is reached.
    int goal_depth() const { return goal_depth_; }
    // A digest of the placements of the last level.
    std::uint64_t digest() const {
        std::uint64_t sum = 0;
        for (std::size_t at = 0; at < front_.size(); ++at)
            for (auto rest = front_[at]; rest; rest &= rest - 1)
                sum += mixed(64 * at + static_cast<std::uint64_t>(std::countr_zero(rest)) + 1);
        return sum;
    }

    // The placements one move further; false at the end or if somebody stops it, after which there is nothing more to
    // ask.
    bool extend(const std::function<bool()>& stop) {
        count_ = 0;
        std::uint64_t asked = 0;
        // What was read is cleared at once, so that the level after the next one finds it empty.
        std::uint64_t* const words = front_.data();
        for (std::size_t at = 0, size = front_.size(); at < size; ++at)
            for (auto rest = words[at]; rest; words[at] = rest &= rest - 1) {
                if ((asked++ & 0xffff) == 0 && stop()) return false;
                expand(64 * at + static_cast<std::uint64_t>(std::countr_zero(rest)));
            }
        front_.swap(next_);
        if (!count_) return false;
        counts_.push_back(count_);
        if (goal_depth_ < 0 && front_[goal_ >> 6] >> (goal_ & 63) & 1)
            goal_depth_ = static_cast<int>(counts_.size()) - 1;
        return true;
    }

   private:
    // The numbers of the pieces' cells in rising order, and something else after the last one.
    using Indices = std::array<int, most_pieces + 1>;

    // Placements are numbered from 0 by the cells in rising order.
    std::uint64_t number(const Words& pieces) const {
        std::vector<int> indices;
        pieces.each([&](int site) { indices.push_back(index_[site]); });
        std::sort(indices.begin(), indices.end());
        std::uint64_t sum = 0;
        for (std::size_t rank = 0; rank < indices.size(); ++rank) sum += choose_[indices[rank]][rank + 1];
        return sum;
    }

    Indices placed(std::uint64_t placement) const {
        Indices indices;
        indices.fill(no_index);
        int high = static_cast<int>(sites_.size());
        for (int rank = pieces_; rank > 0; --rank) {
            int low = rank - 1;
            while (high - low > 1) {
                const int middle = (low + high) / 2;
                (choose_[middle][rank] <= placement ? low : high) = middle;
            }
            placement -= choose_[low][rank];
            indices[rank - 1] = high = low;
        }
        return indices;
    }

    void expand(std::uint64_t placement) {
        const Indices indices = placed(placement);
        Words pieces{};
        for (int at = 0; at < pieces_; ++at) pieces.insert(sites_[indices[at]]);
        // The sums of the first pieces, at their own rank and at the one below and above it.
        std::array<std::uint64_t, most_pieces + 1> own{}, below{}, above{};
        for (int at = 0; at < pieces_; ++at) {
            const auto& row = choose_[indices[at]];
            own[at + 1] = own[at] + row[at + 1];
            below[at + 1] = below[at] + row[at];
            above[at + 1] = above[at] + row[at + 2];
        }
        // How many pieces stand before a cell.
        BySite<std::uint8_t> before;
        for (std::size_t index = 0, count = 0; index < sites_.size(); ++index) {
            before[index] = static_cast<std::uint8_t>(count);
            if (indices[count] == static_cast<int>(index)) ++count;
        }
        each_move(task_.lattice(), task_.ends, pieces, [&](Move move) {
            const int origin = index_[move.from], target = index_[move.to];
            if (target == no_index) return;
            // The pieces between the two cells change their rank by one.
            const int left = before[origin], reached = before[target];
            std::uint64_t child = own[pieces_];
            if (reached > left)
                child += own[left] - own[reached] + below[reached] - below[left + 1] + choose_[target][reached];
            else
                child += own[reached] - own[left + 1] + above[left] - above[reached] + choose_[target][reached + 1];
            prefetch_memory(&seen_[child >> 6]);
            children_.push_back(child);
        });
        // All are asked for before the first one is used, because memory is slow.
        for (auto child : children_) add(child);
        children_.clear();
    }

    void add(std::uint64_t placement) {
        auto& word = seen_[placement >> 6];
        const auto bit = std::uint64_t{1} << (placement & 63);
        if (word & bit) return;
        word |= bit;
        next_[placement >> 6] |= bit;
        ++count_;
    }

    Task task_;
    // The given cells by their number, and the number of each.
    std::vector<int> sites_;
    BySite<std::int16_t> index_;
    int pieces_;
    std::vector<std::array<std::uint64_t, most_pieces + 2>> choose_;
    std::uint64_t total_ = 0, goal_ = 0, count_ = 0;
    int goal_depth_ = -1;
    std::vector<std::uint64_t> seen_, front_, next_, counts_, children_;
};

}  // namespace halma::puzzles
