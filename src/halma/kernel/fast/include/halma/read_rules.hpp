// Reads the numbers that halma/kernel/fast/compile.py writes. Nothing is trusted: what does not fit is refused.
#pragma once

#include <memory>

#include "read_lattice.hpp"
#include "reader.hpp"
#include "rules.hpp"

namespace halma {

inline constexpr std::int32_t rules_magic = 0x48414C4D;
inline constexpr std::int32_t rules_format = 2;

class RulesReader {
   public:
    RulesReader(std::span<const std::int32_t> numbers, bool portable) : in_(numbers), portable_(portable) {}

    std::shared_ptr<const Rules> read() {
        require(in_.number(INT32_MIN, INT32_MAX) == rules_magic, "these are no compiled rules");
        require(in_.number(0, INT32_MAX) == rules_format, "the rules were compiled for another kernel");
        rules_.cells = rules_.off = in_.number(1, most_cells);
        rules_.seats = in_.number(1, most_seats);
        const int kinds = in_.number(1, most_kinds);
        rules_.neighbours = near();
        rules_.orthogonal = near();
        rules_.kinds.resize(1);
        rules_.kinds[0].advance.assign(static_cast<std::size_t>(rules_.cells) + 1, 0);
        for (int code = 1; code <= kinds; ++code) rules_.kinds.push_back(kind(kinds));
        for (int seat = 0; seat < rules_.seats; ++seat)
            for (int code = 1; code <= kinds; ++code)
                if (has_seat(rules_.kinds[static_cast<std::size_t>(code)].owners, seat))
                    rules_.codes[static_cast<std::size_t>(seat)].push_back(static_cast<Content>(code));
        for (int cell = 0; cell < rules_.cells; ++cell)
            rules_.start.push_back(static_cast<Content>(in_.number(0, kinds)));
        goal();
        restrictions();
        blocking();
        turns(kinds);
        rules_.lattice = LatticeReader(in_, rules_, portable_).read();
        in_.finish();
        derive(kinds);
        return std::make_shared<const Rules>(std::move(rules_));
    }

   private:
    Lists<Cell> near() {
        Lists<Cell> found;
        for (int cell = 0; cell < rules_.cells; ++cell) found.add(in_.cell_list(rules_.cells, rules_.cells - 1));
        return found;
    }

    Rays rays() {
        Rays found;
        for (int cell = 0; cell < rules_.cells; ++cell) {
            Lists<Cell> lines;
            const int count = in_.number(0, 64);
            for (int i = 0; i < count; ++i) lines.add(in_.cell_list(rules_.cells, rules_.cells - 1));
            found.from.push_back(std::move(lines));
        }
        return found;
    }

    std::vector<Part> parts(CellSet& all) {
        std::vector<Part> found(static_cast<std::size_t>(in_.number(0, 64)));
        for (auto& part : found) {
            part.most = in_.number(0, INT32_MAX);
            part.cells = in_.set(rules_.cells);
            require(!part.cells.meets(all), "the parts of a goal overlap");
            all |= part.cells;
        }
        return found;
    }

    Kind kind(int kinds) {
        Kind found;
        for (int seat : in_.list(most_seats, 0, rules_.seats - 1)) found.owners |= seat_bit(seat);
        found.home = in_.set(rules_.cells);
        found.target = in_.set(rules_.cells);
        for (int value : in_.list(rules_.cells, -100000, 100000)) found.advance.push_back(value);
        require(found.advance.empty() || found.advance.size() == static_cast<std::size_t>(rules_.cells),
                "the advance of some cells is missing");
        found.advance.resize(static_cast<std::size_t>(rules_.cells) + 1, 0);
        found.goal = parts(found.goal_cells);
        found.ranking = parts(found.ranking_cells);
        found.army = in_.number(0, 1000000);
        found.marked = in_.flag();
        const int movers = in_.number(0, 16);
        for (int i = 0; i < movers; ++i) {
            found.movers.push_back(mover(kinds));
            if (found.movers.back().captures) {
                // Two words that capture could find the same move twice.
                require(!found.captures, "only one word of a kind's movement may capture");
                found.captures = true;
            }
        }
        return found;
    }

    Mover mover(int kinds) {
        Mover found;
        found.word = in_.word<Movement>(4);
        found.captures = in_.flag() || found.word == Movement::run;
        const bool steps = in_.flag(), hops = in_.flag(), rays_given = in_.flag();
        found.origins = in_.set_or_none(rules_.cells);
        found.within = in_.set_or_none(rules_.cells);
        if (steps)
            for (int cell = 0; cell < rules_.cells; ++cell)
                found.steps.add(in_.cell_list(rules_.cells + 1, rules_.off));
        if (hops)
            for (int cell = 0; cell < rules_.cells; ++cell) {
                const auto flat = in_.cell_list(2 * rules_.cells, rules_.off);
                require(flat.size() % 2 == 0, "a hop has no landing");
                std::vector<Leap> leaps;
                for (std::size_t i = 0; i < flat.size(); i += 2) leaps.push_back({flat[i], flat[i + 1]});
                found.hops.add(leaps);
            }
        if (rays_given) found.rays = rays();
        const auto hoppable = in_.list(kinds + 1, 0, 1);
        for (std::size_t i = 0; i < hoppable.size(); ++i) found.hoppable[i] = hoppable[i] != 0;
        require(!found.hoppable[0], "nobody hops over nothing");
        return found;
    }

    void goal() {
        auto& goal = rules_.goal;
        goal.word = in_.word<GoalWord>(7);
        switch (goal.word) {
            case GoalWord::figure:
                goal.figure = in_.set(rules_.cells);
                break;
            case GoalWord::in_a_row:
                goal.length = in_.number(1, rules_.cells);
                goal.lines = rays();
                for (const auto& lines : goal.lines.from) require(lines.size() % 2 == 0, "a line has one end only");
                break;
            case GoalWord::connected:
                for (int seat = 0; seat < rules_.seats; ++seat) {
                    std::vector<CellSet> lines(static_cast<std::size_t>(in_.number(0, 64)));
                    for (auto& line : lines) line = in_.set(rules_.cells);
                    goal.connect.push_back(std::move(lines));
                }
                break;
            case GoalWord::too_few:
                goal.hunter = in_.number(0, rules_.seats - 1);
                goal.hunted = in_.number(0, rules_.seats - 1);
                goal.most = in_.number(0, rules_.cells);
                break;
            case GoalWord::none:
            case GoalWord::home:
            case GoalWord::all_off:
                break;
        }
    }

    void restrictions() {
        const int count = in_.number(0, 64);
        for (int i = 0; i < count; ++i) {
            Restriction found;
            found.word = in_.word<RestrictionWord>(4);
            switch (found.word) {
                case RestrictionWord::stay_in_target:
                    rules_.stay_in_target = true;
                    break;
                case RestrictionWord::station:
                    found.owner = in_.number(0, rules_.seats - 1);
                    found.cells = in_.set(rules_.cells);
                    break;
                case RestrictionWord::same_shade:
                case RestrictionWord::end_in:
                    found.cells = in_.set(rules_.cells);
                    break;
            }
            rules_.restrictions.push_back(found);
        }
    }

    void blocking() {
        rules_.duty = in_.word<Duty>(4);
        rules_.fill = in_.flag();
        rules_.swap = in_.flag();
        rules_.swap_shade = in_.set_or_none(rules_.cells);
    }

    void turns(int kinds) {
        if (in_.flag()) {
            Placing placing;
            placing.in_turn = in_.flag();
            for (int seat : in_.list(most_seats, 0, rules_.seats - 1)) placing.by_lot |= seat_bit(seat);
            for (std::size_t seat = 0; seat < static_cast<std::size_t>(rules_.seats); ++seat) {
                placing.kinds[seat] = static_cast<Content>(in_.number(1, kinds));
                placing.counts[seat] = in_.number(0, rules_.cells);
                placing.zones[seat] = in_.set(rules_.cells);
            }
            rules_.placing = placing;
        }
        rules_.enclosing = in_.word<Enclosing>(3);
        require(rules_.enclosing == Enclosing::none || rules_.placing, "only placed pieces enclose");
        rules_.exit = in_.set_or_none(rules_.cells);
        rules_.exit_counts = in_.flag();
        rules_.dice = in_.word<Dice>(3);
        rules_.again = in_.number(0, 6);
        rules_.capture = in_.word<CaptureDuty>(3);
        require(rules_.dice == Dice::none || !rules_.placing || !rules_.placing->by_lot,
                "dice and a lot do not go together");
        rules_.no_move = in_.word<NoMove>(4);
        rules_.count = in_.word<Count>(4);
        if (in_.flag()) {
            Stall stall;
            stall.turns = in_.number(1, 1000000);
            stall.by_advance = in_.flag();
            stall.ranking = in_.word<Ranking>(3);
            rules_.stall = stall;
        }
        for (std::size_t seat = 0; seat < static_cast<std::size_t>(rules_.seats); ++seat)
            rules_.teams[seat] = in_.number(0, rules_.seats - 1);
        rules_.lends = in_.flag();
        rules_.play_on = in_.flag();
    }

    void derive(int kinds);

    Reader in_;
    bool portable_;
    Rules rules_;
};

inline void RulesReader::derive(int kinds) {
    for (int seat = 0; seat < rules_.seats; ++seat) {
        const auto one = static_cast<std::size_t>(seat);
        rules_.partner[one] = no_cell;
        for (int other = 0; other < rules_.seats; ++other)
            if (rules_.teams[static_cast<std::size_t>(other)] == rules_.teams[one]) {
                rules_.team[one] |= seat_bit(other);
                if (other != seat && rules_.partner[one] == no_cell) rules_.partner[one] = other;
            }
        rules_.has_teams |= rules_.partner[one] != no_cell;
    }
    rules_.has_extras = rules_.placing || rules_.dice != Dice::none || rules_.exit;
    for (const auto& kind : rules_.kinds) rules_.has_extras |= kind.captures;
    rules_.only_stay_in_target = true;
    for (const auto& word : rules_.restrictions)
        rules_.only_stay_in_target &= word.word == RestrictionWord::stay_in_target;
    rules_.quick_draw = rules_.lattice && rules_.only_stay_in_target && !rules_.swap && !rules_.has_extras;
    if (rules_.lattice)
        for (auto& kind : rules_.kinds) {
            kind.home_words = rules_.lattice->words(kind.home);
            kind.target_words = rules_.lattice->words(kind.target);
            kind.forward.resize(static_cast<std::size_t>(rules_.cells));
            kind.home.each([&](int cell) {
                CellSet further;
                kind.home.each([&](int other) {
                    if (kind.advance[static_cast<std::size_t>(other)] > kind.advance[static_cast<std::size_t>(cell)])
                        further.insert(other);
                });
                kind.forward[static_cast<std::size_t>(cell)] = rules_.lattice->words(further);
            });
        }
    // Fixed numbers: the same position has the same hash in every run.
    std::uint64_t seed = 0x68616C6D61u;
    rules_.keys.assign((static_cast<std::size_t>(rules_.cells) + 1) * (most_kinds + 1), 0);
    for (int cell = 0; cell < rules_.cells; ++cell)
        for (int content = 1; content <= kinds; ++content) {
            seed += 0x9E3779B97F4A7C15u;
            std::uint64_t mixed = seed;
            mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
            mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
            rules_.keys[static_cast<std::size_t>(cell) * (most_kinds + 1) + static_cast<std::size_t>(content)] =
                mixed ^ (mixed >> 31);
        }
}

// `portable` does without wide registers even where the machine has them.
inline std::shared_ptr<const Rules> read_rules(std::span<const std::int32_t> numbers, bool portable = false) {
    return RulesReader(numbers, portable).read();
}

}  // namespace halma
