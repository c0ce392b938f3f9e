// Every number that prices something, in one table: its type, its name, what it is, and what it means. The unit is a
// hundredth of a turn unless said otherwise. `terms.hpp` says which term reads which of them, `benchmarks/tune.py`
// tries others in matches, and `_native.weights()` tells all of them.
#pragma once

#include <span>
#include <string_view>

namespace halma::engine {

// clang-format off
#define HALMA_WEIGHTS(weight) \
    /* ---- races ---- */ \
    weight(double, race_step, 39, "of one step of the way to the goal") \
    weight(double, race_strayed, 0.6, "share of the true distance in the way; the rest is the way along the axis") \
    weight(double, race_only_field, 3, "how many times as long the way of a piece counts that has one field only") \
    weight(double, race_lagging, 5, "of the square of the steps a piece is behind the mean of its side") \
    weight(double, race_lonely, 25, "of a piece without a neighbour of its own side") \
    weight(double, race_duty, 20, "of each piece at home that the duty to clear may catch there") \
    weight(int, race_waiting, 1, "of the square of the turns that a side waited longer than it is patient") \
    weight(int, race_waiting_behind, 3, "of each of those turns and each step behind its own best advance") \
    /* ---- races of several seats ---- */ \
    weight(int, crowded_step, 30, "of one step to the nearest open field of the goal") \
    weight(int, crowded_alone, 50, "of each piece that is not home yet") \
    weight(int, crowded_lag, 5, "of the spread of the ways around their mean, in squares of steps") \
    weight(int, crowded_pull, 8, "of one step from an open field of the goal to the nearest piece outside") \
    weight(int, crowded_transit, 40, "of a piece of others in the goal that can get out") \
    weight(int, crowded_transit_move, 10, "of each further move that such a piece needs to get out") \
    weight(int, crowded_transit_shut_in, 400, "of a piece of others in the goal that is shut in there") \
    weight(int, crowded_transit_out, 800, "of a piece in the goal whose seat is out, so that it stays for good") \
    weight(int, crowded_caught, 100, "to its owner, of a piece shut in in the goal of others") \
    weight(int, crowded_rank, 8, "of one step of total advance, by which a game that gets nowhere is ranked") \
    weight(int, crowded_duty, 90, "of each piece at home that the duty to clear may catch there") \
    weight(int, crowded_still_home, 60, "of each piece at home: others will soon stand around it") \
    weight(int, crowded_dead, 2000, "of a game in which nobody left can come home") \
    weight(int, crowded_order_inside, 8, "of one step further in, for a move within the goal") \
    /* ---- pieces that pass through the goals of others ---- */ \
    weight(int, transit_move, 20, "of each further move that a transit piece needs to get out") \
    weight(int, transit_wall, 12, "of each neighbour of a transit piece that stays where it is") \
    weight(int, transit_shut_in, 1000, "of a transit piece that is shut in") \
    /* ---- pieces that need a bridge piece ---- */ \
    weight(int, bridge_missing, 100, "of the first bridge piece that is missing; twice, three times as much of the next") \
    weight(int, bridge_enough, 6, "so many bridge pieces are enough, in pieces") \
    weight(int, bridge_step, 130, "of one step of the nearest bridge piece to where it is wanted") \
    weight(int, bridge_too_far, 8, "further away than this makes no difference, in steps") \
    weight(int, bridge_burden, 40, "of each step a bound piece has left itself") \
    weight(int, bridge_haste_step, 160, "the same as bridge_step, for a seat that hurries") \
    weight(int, bridge_haste_too_far, 14, "the same as bridge_too_far, for a seat that hurries") \
    weight(int, bridge_haste_burden, 240, "the same as bridge_burden, for a seat that hurries") \
    weight(int, bridge_abandoned, 300, "of a bound piece without any bridge piece, beyond one that is too far away") \
    weight(int, bridge_hop, 2, "a hop over a bridge piece counts as so many steps") \
    weight(int, bridge_in_the_way, 12, "somebody else who only hops and stands in the way counts as so many steps") \
    weight(int, bridge_no_way, 80, "a field from where no row of bridge pieces leads home counts as so many steps") \
    weight(int, bridge_last_ones, 2, "a seat hurries when no more bound pieces are left") \
    weight(int, bridge_still_home, 80, "of each piece at home, where it is shut in one day") \
    weight(int, bridge_shut_in, 400, "of a piece at home that others have shut in") \
    weight(int, bridge_shut_out, 1000, "to those whose field it is, of a piece shut in on it") \
    /* ---- a figure ---- */ \
    weight(int, figure_piece, 50, "of each piece outside the figure") \
    weight(int, figure_step, 20, "of one step between a piece outside and a field that is open") \
    weight(int, figure_number, 100, "of each piece too many or too few") \
    weight(int, figure_company, 10, "of one step to the nearest other piece") \
    weight(int, figure_far, 20, "further away than this makes no difference, in steps") \
    /* ---- a line from end to end ---- */ \
    weight(int, line_piece, 55, "of each piece that is not in its place in the line") \
    weight(int, line_step, 45, "of one step to that place") \
    weight(int, line_far, 20, "further away than this makes no difference, in steps") \
    weight(int, line_held, 150, "of a cell of the line that somebody else holds") \
    weight(int, line_second, 10, "of the lead of the best line over the second one, in hundredths of it") \
    weight(int, line_second_most, 500, "a second line further behind makes no difference") \
    weight(int, line_to_move, 50, "of being to move") \
    /* ---- a hunt ---- */ \
    weight(int, hunt_prize, 300, "of a capture") \
    weight(int, hunt_last, 75, "of each of the last captures that is made, beyond its prize") \
    weight(int, hunt_last_count, 4, "so many captures are the last ones") \
    weight(int, hunt_threat, 225, "of a capture that can be made next") \
    weight(int, hunt_more_threats, 37, "of each further one") \
    weight(int, hunt_met_threat, 60, "of a capture that the hunted can still prevent") \
    weight(int, hunt_unmet_threats, 150, "of each further one, which they cannot") \
    weight(double, hunt_room, 200, "of the logarithm of the cells a hunter reaches") \
    weight(int, hunt_room_close, 4, "of each of those cells within three steps") \
    weight(int, hunt_room_close_most, 48, "so many of them count, in cells") \
    weight(int, hunt_uncovered, 50, "of a line over an uncovered piece, for each step a hunter is nearer than far, in hundredths") \
    weight(int, hunt_uncovered_far, 7, "from how far on an uncovered piece is in no danger, in steps") \
    weight(int, hunt_chase, 60, "of one step to the nearest piece that stands alone, for hunters without care") \
    weight(int, hunt_to_move, 25, "of being to move") \
    weight(int, hunt_bait, 30, "of the bait in its corner") \
    weight(int, hunt_arm, 12, "of a piece that lies in wait") \
    weight(int, hunt_stray, 22, "of one step of a stray piece from the corner") \
    weight(int, hunt_stray_far, 9, "further away than this a step counts twice, in steps") \
    weight(int, hunt_inside, 60, "of a hunter in the pocket as long as another is outside") \
    weight(int, hunt_closed, 1400, "of hunters that are all closed in") \
    weight(int, hunt_closed_step, 10, "then of one step of the others from the corner") \
    weight(int, hunt_wall, 20, "of a piece in its place in the wall, with all hunters inside") \
    weight(int, hunt_free_step, 3, "then of one step of the others from the corner") \
    weight(int, hunt_gap_step, 6, "then of one step of the nearest of them to each gap") \
    weight(int, hunt_gap_far, 10, "a gap further away makes no difference, in steps") \
    weight(int, hunt_trap_bait, 300, "of the bait, when the corner to use is chosen") \
    weight(int, hunt_trap_arm, 100, "of a piece that lies in wait, when the corner is chosen") \
    weight(int, hunter_away, 8, "of one step of a hunter from the hunted") \
    weight(int, hunter_waiting, 10, "of each turn that a hunter waited longer than it is patient") \
    weight(int, hunter_bold_room, 75, "of the room that one who waited long disregards, in hundredths") \
    weight(int, hunter_bold_chase, 50, "of the chase that one who waited long is after, in hundredths") \
    weight(int, prey_spare, 3, "of each turn that the hunted hide, for each piece they can spare") \
    weight(int, prey_away, 1, "of one step of a hunted piece from the hunters") \
    weight(int, prey_wall, 1, "of each gap and turn, with all hunters inside") \
    weight(int, prey_wall_spare, 4, "with fewer pieces to spare the hunted cannot build a wall, in pieces") \
    weight(int, prey_leave, 1, "of one step from the hunters and turn, for those who have nothing to wait for") \
    weight(int, prey_hide, 3, "of how many such steps and turns one counts for the others") \
    weight(int, prey_outside, 5, "a hunter so far beyond the pocket is outside, in steps") \
    weight(int, hunt_draw, -10000, "of a drawn game to the side that thinks") \
    weight(int, hunt_order_bait, 200, "of the bait, when pieces are placed") \
    weight(int, hunt_order_arm, 50, "of a place to lie in wait, when pieces are placed") \
    weight(int, hunt_order_arm_covered, 2, "of each neighbour there") \
    weight(int, hunt_order_alike, 3, "of the difference between both arms") \
    weight(int, hunt_order_friend, 10, "of each neighbour, when pieces are placed anywhere") \
    weight(int, hunt_order_far, 6, "from how far beyond on such a place is not worth a look, in steps") \
    weight(int, hunt_order_alone_far, 3, "the same for a place without company, in steps") \
    weight(int, hunt_order_closer, 4, "of one step of a hunted piece towards the hunters") \
    weight(int, hunt_order_covered, 3, "of each neighbour that it gains") \
    /* ---- captures ---- */ \
    weight(int, capture, 400, "of a capture: nothing else counts at the end") \
    weight(int, enclosed_0, 10, "of a piece that may be enclosed, with none around it yet") \
    weight(int, enclosed_1, 24, "the same with one around it") \
    weight(int, enclosed_2, 60, "the same with two around it") \
    weight(int, enclosed_3, 110, "the same with three around it, when the owner moves next") \
    weight(int, enclosed_taken, 90, "of a capture that can be made next, in hundredths of a capture") \
    weight(int, enclosed_second, 75, "of the second one of an owner who moves next, in hundredths of a capture") \
    weight(int, capture_to_move, 25, "of being to move") \
    weight(int, capture_order, 200, "of completing an enclosure, in hundredths of a capture") \
    /* ---- runs by the die ---- */ \
    weight(int, run_home, 300, "of a piece in the goal") \
    weight(int, run_start, 130, "of a piece at the beginning of its way") \
    weight(int, run_near, 210, "of a piece at the end of its way") \
    weight(int, run_lost, 20, "of a piece that cannot get home any more") \
    weight(int, run_danger, 18, "of how many pieces in danger of one roll one is lost") \
    weight(int, run_danger_next, 9, "the same when the one who threatens it moves next") \
    weight(int, run_order_taken, 150, "of a capture") \
    /* ---- all pieces off ---- */ \
    weight(int, off_piece, 100, "of a piece that has to leave the board") \
    weight(int, off_step, 38, "of each step that it stands further inside") \
    weight(int, off_no_way, 20, "a cell from where no step leads out counts as so many steps") \
    weight(int, off_to_move, 50, "of being to move") \
    /* ---- so many in a row ---- */ \
    weight(int, row_in_1, 260, "of a row that is full in one turn") \
    weight(int, row_in_2, 90, "of a row that is full in two turns") \
    weight(int, row_in_3, 32, "of a row that is full in three turns") \
    weight(int, row_in_4, 10, "of a row that is full in four turns") \
    weight(int, row_in_5, 8, "of a row that is full in five turns") \
    weight(int, row_in_6, 6, "of a row that is full in six turns") \
    weight(int, row_in_7, 5, "of a row that is full in seven turns") \
    weight(int, row_in_8, 4, "of a row that is full in eight turns") \
    weight(int, row_in_9, 3, "of a row that is full in nine turns") \
    weight(int, row_in_10, 2, "of a row that is full in ten turns") \
    weight(int, row_in_11, 2, "of a row that is full in eleven turns") \
    weight(int, row_in_12, 1, "of a row that is full in twelve turns") \
    weight(int, row_wins_now, 20000, "of being able to fill a row at once") \
    weight(int, row_wins_next, 15000, "of two ways to fill a row next turn") \
    weight(int, row_wins_soon, 6000, "of a fork") \
    weight(int, row_wins_behind, 3000, "of a fork behind a threat that has to be met") \
    weight(int, row_must_answer, 200, "of a threat that has to be met") \
    weight(int, row_order_own_0, 1, "of leaving a row of one's own in which nobody else stands") \
    weight(int, row_order_own_1, 12, "of going on with a row of one, or of leaving one of two") \
    weight(int, row_order_own_2, 45, "the same of two, or of three") \
    weight(int, row_order_own_3, 220, "the same of three, or of four") \
    weight(int, row_order_own_4, 50000, "of filling a row of four or more") \
    weight(int, row_order_other_1, 9, "of stopping a row of one") \
    weight(int, row_order_other_2, 35, "of stopping a row of two") \
    weight(int, row_order_other_3, 160, "of stopping a row of three") \
    weight(int, row_order_other_4, 10000, "of stopping a row of four or more") \
    /* ---- what a net adds ---- */ \
    weight(int, net_share, 100, "of what a net says so many hundredths are added to the value") \
    weight(int, net_margin, 300, "a move of the last turn that gains less than the best one by more is left out") \
    /* ---- how selective the search is where little depth is left ---- */ \
    weight(double, search_fewest, 6, "so many moves are looked at always, in moves") \
    weight(double, search_more, 3.75, "so many more for each turn of depth, in moves")
// clang-format on

struct Weights {
#define HALMA_MEMBER(type, name, value, meaning) type name = value;
    HALMA_WEIGHTS(HALMA_MEMBER)
#undef HALMA_MEMBER

    // Changes the weight of a name; false if there is none.
    bool set(std::string_view name, double value);

    bool operator==(const Weights&) const = default;
};

struct WeightEntry {
    std::string_view name;
    double value;
    bool is_whole;
    std::string_view meaning;
};

// All weights with their defaults, in the order of the table.
std::span<const WeightEntry> weight_table();

}  // namespace halma::engine
