// Reads the structs that Python writes, every number within its bounds.
// Written by `python -m halma.kernel.fast.schema`; change the schema, not this file.
#pragma once

#include "../reader.hpp"
#include "../rules.hpp"

namespace halma {

// How much of everything a game has. Rules bring these numbers with them; for all else they must be given.
struct Sizes {
    int cells = 0;
    int seats = 0;
    int kinds = 0;
};

class FieldReader {
   public:
    explicit FieldReader(Reader& in, Sizes sizes = {}) : in_(in), sizes_(sizes) {}

    Leap read_leap() {
        Leap into;
        into.over = in_.number<Cell>(0, sizes_.cells - 1, "Leap.over");
        into.land = in_.number<Cell>(0, sizes_.cells, "Leap.land");
        return into;
    }

    Mover read_mover() {
        Mover into;
        into.word = in_.word<Movement>("Mover.word");
        into.captures = in_.flag("Mover.captures");
        into.origins = in_.optional("Mover.origins", [&] { return in_.cell_set(sizes_.cells, "Mover.origins"); });
        into.within = in_.optional("Mover.within", [&] { return in_.cell_set(sizes_.cells, "Mover.within"); });
        into.steps = in_.optional_table<Cell>(sizes_.cells, sizes_.cells + 1, "Mover.steps",
            [&] { return in_.number<Cell>(0, sizes_.cells, "Mover.steps"); });
        into.hops = in_.optional_table<Leap>(sizes_.cells, sizes_.cells, "Mover.hops", [&] { return read_leap(); });
        into.rays = in_.optional_rays(sizes_.cells, 64, "Mover.rays");
        into.hoppable = in_.list<std::array<bool, most_kinds + 1>>(0, sizes_.kinds + 1, "Mover.hoppable",
            [&] { return in_.flag("Mover.hoppable"); });
        return into;
    }

    Part read_part() {
        Part into;
        into.most = in_.number(0, 2147483647, "Part.most");
        into.cells = in_.cell_set(sizes_.cells, "Part.cells");
        return into;
    }

    Kind read_kind() {
        Kind into;
        into.owners = in_.seat_set(sizes_.seats, "Kind.owners");
        into.home = in_.cell_set(sizes_.cells, "Kind.home");
        into.target = in_.cell_set(sizes_.cells, "Kind.target");
        into.advance = in_.list<std::vector<std::int32_t>>(0, sizes_.cells, "Kind.advance",
            [&] { return in_.number<std::int32_t>(-100000, 100000, "Kind.advance"); });
        into.goal = in_.list<std::vector<Part>>(0, 64, "Kind.goal", [&] { return read_part(); });
        into.ranking = in_.list<std::vector<Part>>(0, 64, "Kind.ranking", [&] { return read_part(); });
        into.army = in_.number(0, 1000000, "Kind.army");
        into.marked = in_.flag("Kind.marked");
        into.forward_only = in_.flag("Kind.forward_only");
        into.movers = in_.list<std::vector<Mover>>(0, 16, "Kind.movers", [&] { return read_mover(); });
        return into;
    }

    Goal read_goal() {
        Goal into;
        into.word = in_.word<GoalWord>("Goal.word");
        switch (into.word) {
            case GoalWord::figure:
                into.figure = in_.cell_set(sizes_.cells, "Goal.figure");
                break;
            case GoalWord::in_a_row:
                into.length = in_.number(1, sizes_.cells, "Goal.length");
                into.lines = in_.rays(sizes_.cells, 64, "Goal.lines");
                break;
            case GoalWord::connected:
                into.connect = in_.list<std::vector<std::vector<CellSet>>>(sizes_.seats, sizes_.seats, "Goal.connect",
                    [&] { return in_.list<std::vector<CellSet>>(0, 64, "Goal.connect",
                        [&] { return in_.cell_set(sizes_.cells, "Goal.connect"); }); });
                break;
            case GoalWord::too_few:
                into.hunter = in_.number(0, sizes_.seats - 1, "Goal.hunter");
                into.hunted = in_.number(0, sizes_.seats - 1, "Goal.hunted");
                into.most = in_.number(0, sizes_.cells, "Goal.most");
                break;
            case GoalWord::none:
            case GoalWord::home:
            case GoalWord::all_off:
                break;
        }
        return into;
    }

    Restriction read_restriction() {
        Restriction into;
        into.word = in_.word<RestrictionWord>("Restriction.word");
        switch (into.word) {
            case RestrictionWord::same_shade:
                into.cells = in_.cell_set(sizes_.cells, "Restriction.cells");
                break;
            case RestrictionWord::station:
                into.owner = in_.number(0, sizes_.seats - 1, "Restriction.owner");
                into.cells = in_.cell_set(sizes_.cells, "Restriction.cells");
                break;
            case RestrictionWord::end_in:
                into.cells = in_.cell_set(sizes_.cells, "Restriction.cells");
                break;
            case RestrictionWord::stay_in_target:
                break;
        }
        return into;
    }

    Placing read_placing() {
        Placing into;
        into.in_turn = in_.flag("Placing.in_turn");
        into.by_lot = in_.seat_set(sizes_.seats, "Placing.by_lot");
        into.kinds = in_.list<std::array<Content, most_seats>>(sizes_.seats, sizes_.seats, "Placing.kinds",
            [&] { return in_.number<Content>(1, sizes_.kinds, "Placing.kinds"); });
        into.counts = in_.list<std::array<int, most_seats>>(sizes_.seats, sizes_.seats, "Placing.counts",
            [&] { return in_.number(0, sizes_.cells, "Placing.counts"); });
        into.zones = in_.list<std::array<CellSet, most_seats>>(sizes_.seats, sizes_.seats, "Placing.zones",
            [&] { return in_.cell_set(sizes_.cells, "Placing.zones"); });
        return into;
    }

    Stall read_stall() {
        Stall into;
        into.turns = in_.number(1, 1000000, "Stall.turns");
        into.by_advance = in_.flag("Stall.by_advance");
        into.ranking = in_.word<Ranking>("Stall.ranking");
        return into;
    }

    WordLayout read_word_layout() {
        WordLayout into;
        into.class_of = in_.list<std::vector<std::uint8_t>>(sizes_.cells, sizes_.cells, "WordLayout.class_of",
            [&] { return in_.number<std::uint8_t>(0, 3, "WordLayout.class_of"); });
        into.bit_of = in_.list<std::vector<std::uint8_t>>(sizes_.cells, sizes_.cells, "WordLayout.bit_of",
            [&] { return in_.number<std::uint8_t>(0, 63, "WordLayout.bit_of"); });
        into.next = in_.list<std::vector<std::vector<int>>>(6, most_directions, "WordLayout.next",
            [&] { return in_.list<std::vector<int>>(sizes_.cells, sizes_.cells, "WordLayout.next",
                [&] { return in_.number(-1, sizes_.cells - 1, "WordLayout.next"); }); });
        return into;
    }

    Rules read_rules() {
        Rules into;
        into.cells = sizes_.cells = in_.number(1, most_cells, "Rules.cells");
        into.seats = sizes_.seats = in_.number(1, most_seats, "Rules.seats");
        into.kinds = in_.counted_list<std::vector<Kind>>(sizes_.kinds, 1, most_kinds, "Rules.kinds",
            [&] { return read_kind(); });
        into.neighbours = in_.table<Cell>(sizes_.cells, sizes_.cells, "Rules.neighbours",
            [&] { return in_.number<Cell>(0, sizes_.cells - 1, "Rules.neighbours"); });
        into.orthogonal = in_.table<Cell>(sizes_.cells, sizes_.cells, "Rules.orthogonal",
            [&] { return in_.number<Cell>(0, sizes_.cells - 1, "Rules.orthogonal"); });
        into.start = in_.list<std::vector<Content>>(sizes_.cells, sizes_.cells, "Rules.start",
            [&] { return in_.number<Content>(0, sizes_.kinds, "Rules.start"); });
        into.goal = read_goal();
        into.restrictions = in_.list<std::vector<Restriction>>(0, 64, "Rules.restrictions",
            [&] { return read_restriction(); });
        into.duty = in_.word<Duty>("Rules.duty");
        into.fill = in_.flag("Rules.fill");
        into.swap = in_.flag("Rules.swap");
        into.swap_shade = in_.optional("Rules.swap_shade",
            [&] { return in_.cell_set(sizes_.cells, "Rules.swap_shade"); });
        into.placing = in_.optional("Rules.placing", [&] { return read_placing(); });
        into.enclosing = in_.word<Enclosing>("Rules.enclosing");
        into.exit = in_.optional("Rules.exit", [&] { return in_.cell_set(sizes_.cells, "Rules.exit"); });
        into.exit_counts = in_.flag("Rules.exit_counts");
        into.dice = in_.word<Dice>("Rules.dice");
        into.again = in_.number(0, faces, "Rules.again");
        into.capture = in_.word<CaptureDuty>("Rules.capture");
        into.no_move = in_.word<NoMove>("Rules.no_move");
        into.count = in_.word<Count>("Rules.count");
        into.stall = in_.optional("Rules.stall", [&] { return read_stall(); });
        into.teams = in_.list<std::array<int, most_seats>>(sizes_.seats, sizes_.seats, "Rules.teams",
            [&] { return in_.number(0, sizes_.seats - 1, "Rules.teams"); });
        into.lends = in_.flag("Rules.lends");
        into.play_on = in_.flag("Rules.play_on");
        into.layout = in_.optional("Rules.layout", [&] { return read_word_layout(); });
        return into;
    }

    ResultValues read_result_values() {
        ResultValues into;
        into.termination = in_.word<Termination>("ResultValues.termination");
        into.places = in_.list<BoundedList<std::uint8_t, most_seats>>(0, sizes_.seats, "ResultValues.places",
            [&] { return in_.number<std::uint8_t>(1, sizes_.seats, "ResultValues.places"); });
        into.drawn = in_.flag("ResultValues.drawn");
        return into;
    }

    Division read_division() {
        Division into;
        into.steps = in_.number<std::uint8_t>(0, faces, "Division.steps");
        into.hops = in_.number<std::uint8_t>(0, faces, "Division.hops");
        return into;
    }

    SituationValues read_situation_values() {
        SituationValues into;
        into.seat = in_.number<std::uint8_t>(0, sizes_.seats - 1, "SituationValues.seat");
        into.actor = in_.number<std::uint8_t>(0, sizes_.seats - 1, "SituationValues.actor");
        into.turn = in_.number<std::int32_t>(0, 1999999999, "SituationValues.turn");
        into.phase = in_.word<Phase>("SituationValues.phase");
        into.hands = in_.list<BoundedList<std::int32_t, most_seats>>(sizes_.seats, sizes_.seats, "SituationValues.hands",
            [&] { return in_.number<std::int32_t>(0, 300000000, "SituationValues.hands"); });
        into.captured = in_.list<BoundedList<std::int32_t, most_seats>>(sizes_.seats, sizes_.seats, "SituationValues.captured",
            [&] { return in_.number<std::int32_t>(0, 300000000, "SituationValues.captured"); });
        into.lost = in_.list<BoundedList<std::int32_t, most_seats>>(sizes_.seats, sizes_.seats, "SituationValues.lost",
            [&] { return in_.number<std::int32_t>(0, 300000000, "SituationValues.lost"); });
        into.out = in_.list<BoundedList<std::uint8_t, most_seats>>(0, sizes_.seats, "SituationValues.out",
            [&] { return in_.number<std::uint8_t>(0, sizes_.seats - 1, "SituationValues.out"); });
        into.finished = in_.list<BoundedList<std::uint8_t, most_seats>>(0, sizes_.seats, "SituationValues.finished",
            [&] { return in_.number<std::uint8_t>(0, sizes_.seats - 1, "SituationValues.finished"); });
        into.passes = in_.number<std::int32_t>(0, sizes_.seats, "SituationValues.passes");
        into.best = in_.list<BoundedList<std::int32_t, most_seats>>(sizes_.seats, sizes_.seats, "SituationValues.best",
            [&] { return in_.number<std::int32_t>(-300000000, 300000000, "SituationValues.best"); });
        into.idle = in_.list<BoundedList<std::int32_t, most_seats>>(sizes_.seats, sizes_.seats, "SituationValues.idle",
            [&] { return in_.number<std::int32_t>(0, 300000000, "SituationValues.idle"); });
        into.roll = in_.list<BoundedList<std::uint8_t, most_dice>>(0, most_dice, "SituationValues.roll",
            [&] { return in_.number<std::uint8_t>(1, faces, "SituationValues.roll"); });
        into.used = in_.list<BoundedList<Cell, most_used>>(0, most_used, "SituationValues.used",
            [&] { return in_.number<Cell>(0, sizes_.cells - 1, "SituationValues.used"); });
        into.steps = in_.number<std::uint8_t>(0, faces, "SituationValues.steps");
        into.hopped = in_.flag("SituationValues.hopped");
        into.divisions = in_.list<BoundedList<Division, most_dice>>(0, most_dice, "SituationValues.divisions",
            [&] { return read_division(); });
        into.huffable = in_.cell_set(sizes_.cells, "SituationValues.huffable");
        into.result = in_.optional("SituationValues.result", [&] { return read_result_values(); });
        return into;
    }

   private:
    Reader& in_;
    Sizes sizes_;
};

}  // namespace halma
