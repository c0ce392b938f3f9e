// Runs the searches of the puzzles on every game that fits under sanitizers, and checks that their moves are legal:
// puzzles FILE...
#include "beam.hpp"
#include "census.hpp"
#include "check.hpp"
#include "exact.hpp"
#include "load.hpp"
#include "meeting.hpp"
#include "placements.hpp"
#include "solitaire.hpp"

using namespace halma;
using namespace halma::puzzles;

// What is searched side by side, so that the sanitizers see it.
constexpr std::size_t threads = 2;

// From the start of a game to where its pieces stand after some random turns.
static Task task_of(const std::shared_ptr<const Rules>& rules, std::int64_t turns, std::uint64_t seed) {
    Task task;
    task.game = std::make_shared<const LatticeGame>(rules);
    State state(rules);
    start(state, 0);
    const auto place = [&] {
        Place found;
        for (int cell = 0; cell < rules->cells; ++cell) {
            if (state.empty(cell)) continue;
            const int site = task.lattice().site_of(cell);
            found.pieces.insert(site);
            if (rules->codes[0].size() == 2 && state.board[static_cast<std::size_t>(cell)] == 2)
                found.mark = static_cast<std::int16_t>(site);
        }
        return found;
    };
    task.start = place();
    Random random(seed);
    for (std::int64_t turn = 0; turn < turns && state.now.phase != Phase::over; ++turn) play_something(state, random);
    const Place end = place();
    task.goals.push_back(end.pieces);
    task.mark_goal = end.mark;
    task.restrict_to({}, {});
    return task;
}

static void check_line(const Task& task, const std::vector<Move>& line) {
    Place place = task.start;
    for (const Move move : line) {
        MUST(place.pieces.contains(move.from) && can_move(task, place.pieces, move));
        place = {moved(place.pieces, move), mark_after(place.mark, move)};
    }
    MUST(task.solved(place.pieces, place.mark));
}

// The moves of a task at the start of its game are those that the kernel finds.
static void check_moves(const Task& task) {
    State state(task.game->rules);
    start(state, 0);
    std::size_t count = 0;
    each_move(task.lattice(), task.ends, task.start.pieces, [&](Move move) {
        bool found = false;
        for (const auto& action : legal(state))
            found |=
                action.origin == task.lattice().cell_of(move.from) && action.target == task.lattice().cell_of(move.to);
        MUST(found && can_move(task, task.start.pieces, move));
        ++count;
    });
    MUST(count == legal(state).size());
}

static void search(const std::shared_ptr<const Rules>& rules) {
    const auto never = [] { return false; };
    check_moves(task_of(rules, 0, 1));
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const Task task = task_of(rules, 3, seed);
        const Answer answer = Exact(task, 3, 100000, threads).solve([](std::uint64_t) { return false; });
        MUST(answer.found && answer.moves.size() <= 3);
        check_line(task, answer.moves);
        Weights weights;
        weights.empty = 100;
        weights.noise = 10;
        BySite<Site> identity;
        for (std::size_t site = 0; site < sites; ++site) identity[site] = static_cast<Site>(site);
        const Prices prices(task, weights, task.start.mark == no_site ? std::optional(identity) : std::nullopt);
        Beam beam(prices, 200, true, threads, "");
        while (!beam.solution() && beam.depth() < 4) MUST(beam.advance(never));
        if (beam.solution()) check_line(task, *beam.solution());
        meet(beam, beam, identity);
    }
    // A few of the pieces.
    Task few = task_of(rules, 0, 1);
    Words rest = few.start.pieces;
    for (int kept = 0; rest.any(); ++kept) {
        int first = no_site;
        rest.each([&](int site) { first = first == no_site ? site : first; });
        rest.erase(first);
        if (kept >= 3) few.start.pieces.erase(first);
    }
    few.start.mark = no_site;
    few.goals = {few.start.pieces};
    std::vector<int> cells;
    for (int cell = 0; cell < rules->cells; ++cell) cells.push_back(cell);
    Placements placements(few, cells);
    for (int level = 0; level < 2; ++level) MUST(placements.extend(never));
    if (rules->cells > most_packed_cells) return;
    Census census(CensusMoves(few, cells, cells, std::vector<int>(cells.size(), 0), 0, 1, 20), threads);
    for (int level = 0; level < 2; ++level) MUST(census.extend(never));
    // Without symmetries both look at the same positions.
    for (std::size_t level = 0; level < 3; ++level) MUST(census.size(level) == placements.counts()[level]);
    MUST(census.meets(census.depth()) && census.digest(1) != census.digest(2));
}

int main(int count, char** given) {
    if (count < 2) {
        std::fprintf(stderr, "puzzles FILE...\n");
        return 2;
    }
    int searched = 0;
    for (int i = 1; i < count; ++i) {
        const auto rules = load_rules(given[i]);
        if (rules->lattice && !rules->lattice->far_hops && rules->seats == 1) {
            search(rules);
            ++searched;
        }
        if (std::string(given[i]).find("/solitaire") != std::string::npos) {
            const solitaire::Cross cross(*rules);
            MUST(solitaire::reachable(cross, 6, [] { return false; }).back().classes == 171);
            MUST(solitaire::Search(cross, 10).solve(cross.word_of(1), 1) == 0);
            ++searched;
        }
    }
    std::printf("%d puzzles searched\n", searched);
}
