// The most captures win: pieces that are enclosed when placed around, and common pieces that are hopped over.
#pragma once

#include "eval/goal_value.hpp"

namespace halma::engine {

// What a capture is worth, in turns: nothing else counts at the end.
inline constexpr int capture_worth = 4 * turn;

class CapturesValue : public GoalValue {
   public:
    CapturesValue(const Rules& rules, const Weakness& weakness) : rules_(rules) {
        // Who does not care only sees the captures that can be made at once, and not those that others will make.
        feared_ = capture_worth * (100 - weakness.neglect) / 100;
        for (std::size_t i = 0; i < enclosed_.size(); ++i)
            enclosed_[i] = enclosed_worth[i] * (100 - weakness.neglect) / 100;
    }

    void evaluate(const State& state, PerSeat& values) const override {
        for (int seat = 0; seat < rules_.seats; ++seat) {
            const int lost = rules_.count == Count::difference ? state.more.lost[at(seat)] : 0;
            values[at(seat)] += capture_worth * (state.more.captured[at(seat)] - lost);
        }
        if (rules_.enclosing != Enclosing::none) add_threats(state, values);
    }

    void promise(const State& state, const ActionList& list, std::vector<int>& found) const override {
        found.clear();
        if (rules_.enclosing == Enclosing::none) {
            for (const auto& action : list) {
                const bool kept =
                    rules_.exit && rules_.exit_counts && action.target >= 0 && rules_.exit->contains(action.target);
                found.push_back(capture_worth * ((action.captured ? list.captured(action).count() : 0) + kept));
            }
            return;
        }
        bool any = false;
        for (const auto& action : list) {
            found.push_back(action.kind == ActionKind::place ? placing_promise(state, action.target) : 0);
            any |= found.back() != hopeless;
        }
        if (any) return;
        // Nothing to do with what stands on the board: the first piece goes where it can be enclosed, not on the edge.
        for (std::size_t i = 0; i < list.size(); ++i)
            found[i] = i == list.size() / 2 || is_edge(list[i].target) ? 0 : hopeless;
    }

   private:
    // By how many of its four neighbours a piece is enclosed already.
    static constexpr std::array<int, 5> enclosed_worth{10, 24, 60, 110, 0};

    bool is_edge(int cell) const { return cell < 0 || rules_.orthogonal[cell].size() < enclosing_neighbours; }

    // How far an enclosure of a piece has come, and by whom it may be completed.
    struct Siege {
        int around = 0;
        Seats hunters = 0;  // those who may place the last piece
        bool open = false;
    };

    Siege siege(const State& state, int cell) const {
        Siege found;
        const Content victim = state.board[at(cell)];
        if (is_edge(cell)) return found;
        Content single = 0;
        for (auto near : rules_.orthogonal[cell]) {
            const Content met = state.board[near];
            if (met == victim) return found;
            if (!met) continue;
            ++found.around;
            if (rules_.enclosing == Enclosing::by_anyone) continue;
            if (single && met != single) return found;
            single = met;
        }
        const int missing = static_cast<int>(enclosing_neighbours) - found.around;
        int together = 0;
        for (int seat = 0; seat < rules_.seats; ++seat) {
            const Content own = rules_.placing->kinds[at(seat)];
            const int hand = state.more.hands[at(seat)];
            if (own == victim || !hand || (single && own != single)) continue;
            together += hand;
            if (rules_.enclosing == Enclosing::by_anyone || hand >= missing) found.hunters |= seat_bit(seat);
        }
        found.open = found.hunters && missing > 0 && together >= missing;
        return found;
    }

    void add_threats(const State& state, PerSeat& values) const {
        // Captures that one placing completes, by the seat that loses.
        std::array<int, most_seats> last_places{};
        state.occupied().each([&](int cell) {
            const Siege found = siege(state, cell);
            if (!found.open) return;
            const Seats owners = state.kind_at(cell).owners;
            const int missing = static_cast<int>(enclosing_neighbours) - found.around;
            const int owner = std::countr_zero(static_cast<unsigned>(owners));
            if (missing > 1) {
                share(state, found, owner, enclosed_[at(found.around)], values);
                return;
            }
            // The owner to move can save one, anybody else to move takes it.
            const int earlier = last_places[at(owner)]++;
            const bool owner_moves = has_seat(owners, state.now.seat) && state.more.hands[state.now.seat] > 0;
            share(state, found, owner, owner_moves ? (earlier ? feared_ * 3 / 4 : enclosed_[3]) : feared_ * 9 / 10,
                  values);
        });
        values[state.now.seat] += turn / 4;
    }

    // What a siege is worth: half of it to the victim's loss, half to whoever will complete it first.
    void share(const State& state, const Siege& siege, int owner, int worth, PerSeat& values) const {
        values[at(owner)] -= worth;
        for (int wait = 0; wait < rules_.seats; ++wait) {
            const int seat = (state.now.seat + wait) % rules_.seats;
            if (!has_seat(siege.hunters, seat)) continue;
            values[at(seat)] += worth;
            return;
        }
    }

    int placing_promise(const State& state, int cell) const {
        const Content own = rules_.placing->kinds[state.now.seat];
        int sum = 0;
        bool near_something = false;
        int friends = 0, others = 0;
        for (auto near : rules_.orthogonal[cell]) {
            const Content met = state.board[near];
            if (!met) {
                for (auto next : rules_.orthogonal[near]) near_something |= !state.empty(next);
                continue;
            }
            near_something = true;
            const Siege found = siege(state, near);
            if (met == own) {
                ++friends;
                // Company makes both safe for good.
                if (found.open) sum += found.around == 3 ? feared_ : enclosed_[at(found.around)];
            } else {
                ++others;
                if (!found.open) continue;
                if (found.around == 3)
                    sum += has_seat(found.hunters, state.now.seat) ? 2 * capture_worth : 0;
                else if (has_seat(found.hunters, state.now.seat) && state.more.hands[state.now.seat] > 1)
                    sum += enclosed_[at(found.around + 1)];
            }
        }
        if (!near_something) return is_edge(cell) && cell % 5 == 0 ? 0 : hopeless;
        if (!friends && !is_edge(cell)) sum -= enclosed_[at(std::min(others, 3))];
        return sum;
    }

    const Rules& rules_;
    std::array<int, 5> enclosed_{};
    int feared_ = capture_worth;
};

}  // namespace halma::engine
