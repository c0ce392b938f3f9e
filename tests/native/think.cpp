// Thinks about random positions of every game under sanitizers and checks that the answers can be played:
// think NODES FILE...
#include "check.hpp"
#include "load.hpp"
#include "search/choice.hpp"

using namespace halma;
using namespace halma::engine;

// The lines of an answer start with different legal moves.
static void check_answer(const State& state, const Answer& answer) {
    State copy = state;
    const auto& list = legal(copy);
    MUST(!answer.lines.empty());
    for (const auto& line : answer.lines) {
        MUST(!line.moves.empty());
        bool found = false;
        for (const auto& action : list) found |= move_of(list, action) == line.moves[0];
        MUST(found);
    }
}

static void think(const std::string& path, std::uint64_t nodes) {
    Random random(std::hash<std::string>{}(path));
    State state(load_rules(path));
    start(state, 0);
    for (int round = 0; round < 6; ++round) {
        for (int turn_number = 0; turn_number < 12; ++turn_number)
            if (!play_something(state, random)) start(state, 0);
        while (state.now.phase == Phase::roll) play_something(state, random);
        if (state.now.phase == Phase::over) continue;
        Question question;
        question.threads = 1 + round % 2;
        question.lines = 1 + round % 3;
        question.seed = static_cast<std::uint64_t>(round);
        if (round > 3) question.weakness = {60, 40, 60};
        Budget budget(nodes, Budget::no_limit, {});
        const Answer answer = answer_to(state, budget, question);
        check_answer(state, answer);
        apply(state, legal(state), answer.lines[0].moves[0].action);
    }
}

int main(int count, char** given) {
    if (count < 3) {
        std::fprintf(stderr, "think NODES FILE...\n");
        return 2;
    }
    for (int i = 2; i < count; ++i) think(given[i], std::strtoull(given[1], nullptr, 10));
    std::printf("%d games thought about\n", count - 2);
}
