// Nets of random numbers for the rules of every game: what is kept up to date is what one would sum up afresh, wide
// registers give what plain loops give, the last turn is worth what playing it is worth, and files that were changed
// are refused: net TURNS FILE...
#include <cstring>

#include "check.hpp"
#include "eval/checksum.hpp"
#include "eval/evaluation.hpp"
#include "eval/net_stack.hpp"
#include "load.hpp"

using namespace halma;
using namespace halma::engine;

using Bytes = std::vector<std::uint8_t>;
// Magic, version, length and checksum; the digest of the layout follows.
constexpr std::size_t head_size = 20;

static void append(Bytes& bytes, std::uint64_t number, int count) {
    for (int i = 0; i < count; ++i) bytes.push_back(static_cast<std::uint8_t>(number >> 8 * i));
}

static void seal(Bytes& bytes) {
    Bytes head;
    for (const char letter : std::string("HALMANET")) head.push_back(static_cast<std::uint8_t>(letter));
    append(head, net_version, 4);
    append(head, bytes.size(), 4);
    append(head, checksum(std::span(bytes).subspan(head_size)), 4);
    std::copy(head.begin(), head.end(), bytes.begin());
}

// A file whose views change nothing, as docs/training.md describes it.
static Bytes random_file(const Rules& rules, Random& random) {
    const std::size_t hidden = 16 * (1 + random.below(4)), phases = 1 + random.below(8);
    const auto cells = static_cast<std::size_t>(rules.cells), planes = rules.kinds.size() - 1;
    const auto seats = static_cast<std::size_t>(rules.seats);
    Bytes bytes(head_size);
    append(bytes, layout_digest(rules), 8);
    bytes.resize(bytes.size() + 40);
    append(bytes, cells, 2);
    append(bytes, seats, 1);
    append(bytes, planes, 1);
    append(bytes, hidden, 2);
    append(bytes, phases, 1);
    append(bytes, 0, 1);
    append(bytes, 0, 4);
    append(bytes, 1000, 4);
    append(bytes, 1 << 20, 4);
    append(bytes, 3000, 4);
    for (std::size_t view = 0; view < seats; ++view) {
        for (std::size_t cell = 0; cell < cells; ++cell) append(bytes, cell, 2);
        for (std::size_t plane = 1; plane <= planes; ++plane) append(bytes, plane, 1);
        for (std::size_t seat = 0; seat < seats; ++seat) append(bytes, (seat + seats - view) % seats, 1);
    }
    // Now and then so large that sums wrap around.
    const std::uint32_t large = random.below(4) ? 60 : 20000;
    for (std::size_t i = 0; i < (planes * cells + 1) * hidden; ++i) append(bytes, random.below(2 * large) - large, 2);
    for (std::size_t i = 0; i < phases * seats * hidden; ++i) append(bytes, random.below(255) - 127, 1);
    for (std::size_t i = 0; i < phases * seats; ++i) append(bytes, random.below(200000) - 100000, 4);
    seal(bytes);
    return bytes;
}

static std::shared_ptr<const Net> read(const Bytes& bytes) {
    NetFault fault{};
    const auto net = Net::read(bytes, fault);
    MUST((fault == NetFault::none) == (net != nullptr));
    return net;
}

static NetFault fault_of(const Bytes& bytes) {
    NetFault fault{};
    (void)Net::read(bytes, fault);
    return fault;
}

static void check_files(const Rules& rules, Bytes bytes, Random& random) {
    MUST(read(bytes)->fits(rules));
    for (int i = 0; i < 20; ++i) {
        Bytes changed = bytes;
        changed[random.below(static_cast<std::uint32_t>(bytes.size()))] ^=
            static_cast<std::uint8_t>(1 + random.below(255));
        MUST(fault_of(changed) != NetFault::none);
        Bytes shorter = bytes;
        shorter.resize(random.below(static_cast<std::uint32_t>(bytes.size())));
        MUST(fault_of(shorter) == (shorter.size() < 8 ? NetFault::foreign : NetFault::cut));
        // Whoever changes a byte and puts the sum right gets an impossible net, or one that can be used.
        const auto place = head_size + random.below(static_cast<std::uint32_t>(bytes.size() - head_size));
        changed = bytes;
        changed[place] = static_cast<std::uint8_t>(random.below(256));
        seal(changed);
        const auto fault = fault_of(changed);
        MUST(fault == NetFault::none || fault == NetFault::impossible);
    }
    Bytes other = bytes;
    other[8] = net_version + 1;
    MUST(fault_of(other) == NetFault::version);
    other = bytes;
    other.push_back(0);
    MUST(fault_of(other) == NetFault::damaged);
    other = bytes;
    other[head_size] ^= 1;
    seal(other);
    MUST(!read(other)->fits(rules));
}

static PerSeat corrections(const Net& net, const State& state, const std::int16_t* sums) {
    PerSeat found{};
    for (int seat = 0; seat < net.seats(); ++seat)
        found[static_cast<std::size_t>(seat)] = net.correction(sums, seat, state.now.actor, net.phase(state));
    return found;
}

// What a move promises with a net, as one finds out by playing it.
static void check_last_turn(const State& given, const std::shared_ptr<const Net>& net, NetSums& sums) {
    const Evaluator evaluator(given, {}, {}, net);
    if (!evaluator.adds_up() || given.rules->seats != 2 || given.now.phase != Phase::move) return;
    std::vector<PlainMove> moves;
    std::uint64_t count = 0;
    const auto told = evaluator.best_promise_with_net(given, sums.of(given), engine::win, moves, count);
    if (!told) return;
    State state = given;
    const auto own = static_cast<std::size_t>(state.now.actor);
    const ActionList list = legal(state);
    MUST(count == list.size());
    std::vector<int> promises;
    evaluator.promises(state, list, promises);
    const int most = *std::max_element(promises.begin(), promises.end());
    int best = -engine::win;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (promises[i] < most - Weights{}.net_margin) continue;
        apply(state, list, list[i]);
        std::vector<std::int16_t> fresh(net->width());
        net->sum_up(state, fresh.data());
        PerSeat found{};
        const int phase = net->phase(state);
        for (int seat = 0; seat < 2; ++seat)
            found[static_cast<std::size_t>(seat)] =
                net->correction(fresh.data(), seat, 1 - static_cast<int>(own), phase);
        best = std::max(best, promises[i] + found[own] - found[1 - own]);
        undo(state);
    }
    MUST(best == *told);
}

static void walk(const std::string& path, int turns) {
    Random random(std::hash<std::string>{}(path));
    const auto rules = load_rules(path);
    const Bytes bytes = random_file(*rules, random);
    check_files(*rules, bytes, random);
    const auto net = read(bytes), plain = net->without_wide();
    std::vector<std::int16_t> fresh(net->width()), portably(net->width());
    State state(rules);
    start(state, 0);
    NetSums sums(net.get()), plain_sums(plain.get());
    int height = 0;
    for (int i = 0; i < turns; ++i) {
        // Back and forth, as a search goes.
        if (height > 0 && (random.below(3) == 0 || state.now.phase == Phase::over || height > 40)) {
            undo(state);
            sums.go_back();
            plain_sums.go_back();
            --height;
        } else {
            if (!play_something(state, random)) break;
            sums.go_on(state);
            plain_sums.go_on(state);
            ++height;
        }
        if (random.below(3)) continue;
        net->sum_up(state, fresh.data());
        plain->sum_up(state, portably.data());
        MUST(fresh == portably);
        MUST(std::equal(fresh.begin(), fresh.end(), sums.of(state)));
        MUST(std::equal(fresh.begin(), fresh.end(), plain_sums.of(state)));
        MUST(corrections(*net, state, sums.of(state)) == corrections(*plain, state, sums.of(state)));
        check_last_turn(state, net, sums);
        check_last_turn(state, plain, plain_sums);
    }
}

int main(int count, char** given) {
    if (count < 3) {
        std::fprintf(stderr, "net TURNS FILE...\n");
        return 2;
    }
    for (int i = 2; i < count; ++i) walk(given[i], std::atoi(given[1]));
    std::printf("%d games walked through with nets\n", count - 2);
}
