// A race of more than two seats: targets get crowded, so what counts is the way to the fields that are still open, and
// whether others who stand there can get out again. Whoever shuts them in can never get home.
#pragma once

#include "eval/transit_pieces.hpp"

namespace halma::engine {

class CrowdedRaceValue : public GoalValue {
   public:
    explicit CrowdedRaceValue(const Rules& rules, const Weakness& weakness)
        : rules_(rules), distance_(rules), care_(100 - weakness.neglect) {}

    void evaluate(const State& state, PerSeat& values) const override {
        for (std::size_t code = 1; code < rules_.kinds.size(); ++code) {
            const auto& kind = rules_.kinds[code];
            if (!kind.goal_cells.any()) continue;
            const CellSet outside = state.standing[code] - kind.goal_cells,
                          open = kind.goal_cells - state.standing[code];
            const auto held = [&](int land) { return !state.empty(land); };
            int price = price_of_ways(outside, open);
            (open & state.occupied()).each([&](int cell) {
                const Content other = state.board[at(cell)];
                if (rules_.kind(other).owners & kind.owners) return;
                const Seats gone = static_cast<Seats>(rules_.kind(other).owners & state.now.gone);
                if (gone) {
                    price += transit_out;
                } else if (const auto moves = moves_out(state, cell, kind.goal_cells, held)) {
                    price += transit + transit_way * (*moves - 1);
                } else {
                    // Who is shut in there does not get home either.
                    price += transit_shut_in;
                    add_to_owners(rules_, other, -caught, values);
                }
            });
            add_to_owners(rules_, static_cast<Content>(code), -price, values);
        }
        // A game that gets nowhere is ranked by advance.
        for (int seat = 0; seat < rules_.seats; ++seat)
            values[at(seat)] += ranked * static_cast<int>(state.totals[at(seat)]);
        if (rules_.duty != Duty::none) fear_duty(state, values);
    }

    void promise(const State& state, const ActionList& list, std::vector<int>& found) const override {
        found.clear();
        std::array<std::array<std::int16_t, most_cells + 1>, 2> way;
        Content last = 0;
        std::array<Cell, most_cells> open;
        std::size_t open_count = 0;
        const auto ahead = [&](const Kind& kind, int cell) {
            auto& known = way[0][at(cell)];
            if (known == unknown) {
                int least = Distances::far;
                if (kind.goal_cells.contains(cell)) {
                    least = 0;
                } else {
                    for (std::size_t i = 0; i < open_count; ++i) least = std::min(least, distance_(cell, open[i]));
                }
                known = static_cast<std::int16_t>(least);
            }
            return known;
        };
        for (const auto& action : list) {
            if (action.origin < 0 || action.target < 0 || action.target >= rules_.cells) {
                found.push_back(0);
                continue;
            }
            const Content code = state.board[at(action.origin)];
            const auto& kind = rules_.kind(code);
            if (code != last) {
                last = code;
                way[0].fill(unknown);
                open_count = 0;
                (kind.goal_cells - state.standing[code]).each([&](int cell) {
                    open[open_count++] = static_cast<Cell>(cell);
                });
            }
            const int before = ahead(kind, action.origin), after = ahead(kind, action.target);
            // Of equal ways the one of a straggler comes first; inside the target the way further in.
            int gain = step * (before - after) + (after < before ? before : 0);
            if (!before && !after) gain = 8 * (kind.advance[at(action.target)] - kind.advance[at(action.origin)]);
            found.push_back(gain);
        }
    }

    // Who is out stands in the way for good. Where nobody left can come home any more the game gets nowhere, and nobody
    // should bring that about.
    int impatience(const State& state, const Thinker&) const override {
        return state.now.gone && is_dead(state) ? dead : 0;
    }

    // Settled by matches against players who take the largest advance (benchmarks/several.py).
    int step = 30, lag = 5, pull = 8, alone = 50;
    int transit = 40, transit_way = 10, transit_shut_in = 400, caught = 100;
    int transit_out = 800;  // of one who is out and stays for good
    int dead = 2000;
    int ranked = 8;
    int shut_in = 90;
    int still_home = 60;  // of each piece at home: others will soon stand around it

   private:
    bool is_dead(const State& state) const {
        CellSet stones;
        for (std::size_t code = 1; code < rules_.kinds.size(); ++code)
            if (rules_.kinds[code].owners & state.now.gone) stones |= state.standing[code];
        Seats hopeful = 0;
        for (int seat = 0; seat < rules_.seats; ++seat)
            if (state.in_play(seat)) hopeful |= seat_bit(seat);
        if (std::popcount(hopeful) < 2) return false;
        for (const auto& kind : rules_.kinds)
            if ((kind.goal_cells & stones).any()) hopeful &= static_cast<Seats>(~kind.owners);
        return !hopeful;
    }

    int price_of_ways(const CellSet& outside, const CellSet& open) const {
        std::array<Cell, most_cells> pieces, fields;
        std::size_t piece_count = 0, field_count = 0;
        outside.each([&](int cell) { pieces[piece_count++] = static_cast<Cell>(cell); });
        open.each([&](int cell) { fields[field_count++] = static_cast<Cell>(cell); });
        std::array<std::uint8_t, most_cells> to_piece;
        for (std::size_t k = 0; k < field_count; ++k) to_piece[k] = Distances::far;
        int sum = 0, squares = 0;
        for (std::size_t i = 0; i < piece_count; ++i) {
            int least = Distances::far;
            for (std::size_t k = 0; k < field_count; ++k) {
                const int way = distance_(pieces[i], fields[k]);
                least = std::min(least, way);
                to_piece[k] = std::min(to_piece[k], static_cast<std::uint8_t>(way));
            }
            sum += least;
            squares += least * least;
        }
        if (!piece_count) return 0;
        int price = step * sum + alone * static_cast<int>(piece_count);
        // Stragglers cost: the spread of the ways around their mean.
        const int count = static_cast<int>(piece_count);
        price += lag * care_ * (squares - sum * sum / count) / 100;
        // The furthest open fields draw the pieces in.
        for (std::size_t k = 0; k < field_count; ++k) price += pull * to_piece[k];
        return price;
    }

    // Who has pieces at home when another home is nearly empty may be caught there by the duty to clear.
    void fear_duty(const State& state, PerSeat& values) const {
        std::array<int, most_seats> home{};
        for (int seat = 0; seat < rules_.seats; ++seat) home[at(seat)] = at_home(state, seat).count();
        for (int seat = 0; seat < rules_.seats; ++seat) {
            int least = INT32_MAX;
            for (int other = 0; other < rules_.seats; ++other)
                if (other != seat && state.in_play(other)) least = std::min(least, home[at(other)]);
            values[at(seat)] -= still_home * home[at(seat)];
            if (least < home[at(seat)]) values[at(seat)] -= shut_in * (home[at(seat)] - least) / (1 + least);
        }
    }

    const Rules& rules_;
    Distances distance_;
    int care_;
};

}  // namespace halma::engine
