#include "eval/goal_captures.hpp"

namespace halma::engine {

CapturesValue::CapturesValue(const Grounds& grounds) : grounds_(grounds) {
    const auto& weights = grounds_.weights;
    // Who does not care only sees the captures that can be made at once, and not those that others will make.
    feared_ = weights.capture * grounds_.care / 100;
    enclosed_ = {weights.enclosed_0, weights.enclosed_1, weights.enclosed_2, weights.enclosed_3};
    for (auto& worth : enclosed_) worth = worth * grounds_.care / 100;
}

void CapturesValue::evaluate(const State& state, Account& account) const {
    const auto& rules = grounds_.rules;
    for (int seat = 0; seat < rules.seats; ++seat) {
        const int lost = rules.count == Count::difference ? state.more.lost[at(seat)] : 0;
        account.add(Term::captures, seat, grounds_.weights.capture * (state.more.captured[at(seat)] - lost));
    }
    if (rules.enclosing != Enclosing::none) add_threats(state, account);
}

void CapturesValue::promise(const State& state, const ActionList& list, std::vector<int>& found) const {
    const auto& rules = grounds_.rules;
    found.clear();
    if (rules.enclosing == Enclosing::none) {
        for (const auto& action : list) {
            const bool kept =
                rules.exit && rules.exit_counts && action.target >= 0 && rules.exit->contains(action.target);
            found.push_back(grounds_.weights.capture * ((action.captured ? list.captured(action).count() : 0) + kept));
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

bool CapturesValue::is_edge(int cell) const {
    return cell < 0 || grounds_.rules.orthogonal[cell].size() < enclosing_neighbours;
}

CapturesValue::Siege CapturesValue::siege(const State& state, int cell) const {
    Siege found;
    const Content victim = state.board[at(cell)];
    if (is_edge(cell)) return found;
    Content single = 0;
    for (auto near : grounds_.rules.orthogonal[cell]) {
        const Content met = state.board[near];
        if (met == victim) return found;
        if (!met) continue;
        ++found.around;
        if (grounds_.rules.enclosing == Enclosing::by_anyone) continue;
        if (single && met != single) return found;
        single = met;
    }
    const int missing = static_cast<int>(enclosing_neighbours) - found.around;
    int together = 0;
    for (int seat = 0; seat < grounds_.rules.seats; ++seat) {
        const Content own = grounds_.rules.placing->kinds[at(seat)];
        const int hand = state.more.hands[at(seat)];
        if (own == victim || !hand || (single && own != single)) continue;
        together += hand;
        if (grounds_.rules.enclosing == Enclosing::by_anyone || hand >= missing) found.hunters |= seat_bit(seat);
    }
    found.open = found.hunters && missing > 0 && together >= missing;
    return found;
}

void CapturesValue::add_threats(const State& state, Account& account) const {
    const auto& weights = grounds_.weights;
    // Captures that one placing completes, by the seat that loses.
    std::array<int, most_seats> last_places{};
    state.occupied().each([&](int cell) {
        const Siege found = siege(state, cell);
        if (!found.open) return;
        const Seats owners = state.kind_at(cell).owners;
        const int missing = static_cast<int>(enclosing_neighbours) - found.around;
        const int owner = std::countr_zero(static_cast<unsigned>(owners));
        if (missing > 1) {
            share(state, found, owner, enclosed_[at(found.around)], account);
            return;
        }
        // The owner to move can save one, anybody else to move takes it.
        const int earlier = last_places[at(owner)]++;
        const bool owner_moves = has_seat(owners, state.now.seat) && state.more.hands[state.now.seat] > 0;
        share(state, found, owner,
              owner_moves ? (earlier ? feared_ * weights.enclosed_second / 100 : enclosed_[3])
                          : feared_ * weights.enclosed_taken / 100,
              account);
    });
    account.add(Term::capture_to_move, state.now.seat, weights.capture_to_move);
}

// What a siege is worth: half of it to the victim's loss, half to whoever will complete it first.
void CapturesValue::share(const State& state, const Siege& siege, int owner, int worth, Account& account) const {
    account.add(Term::enclosures, owner, -worth);
    for (int wait = 0; wait < grounds_.rules.seats; ++wait) {
        const int seat = (state.now.seat + wait) % grounds_.rules.seats;
        if (!has_seat(siege.hunters, seat)) continue;
        account.add(Term::enclosures, seat, worth);
        return;
    }
}

int CapturesValue::placing_promise(const State& state, int cell) const {
    const Content own = grounds_.rules.placing->kinds[state.now.seat];
    int sum = 0;
    bool near_something = false;
    int friends = 0, others = 0;
    for (auto near : grounds_.rules.orthogonal[cell]) {
        const Content met = state.board[near];
        if (!met) {
            for (auto next : grounds_.rules.orthogonal[near]) near_something |= !state.empty(next);
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
                sum += has_seat(found.hunters, state.now.seat)
                           ? grounds_.weights.capture * grounds_.weights.capture_order / 100
                           : 0;
            else if (has_seat(found.hunters, state.now.seat) && state.more.hands[state.now.seat] > 1)
                sum += enclosed_[at(found.around + 1)];
        }
    }
    if (!near_something) return is_edge(cell) && cell % 5 == 0 ? 0 : hopeless;
    if (!friends && !is_edge(cell)) sum -= enclosed_[at(std::min(others, 3))];
    return sum;
}

}  // namespace halma::engine
