// Plays games to learn from where neither Python's headers nor nanobind are: tools/selfplay.cpp compiled with what lies
// in src/halma/engine/native, as halma.engine.learn.program does.
//
//   selfplay RULES layout                     what a net has to know of the rules, as numbers
//   selfplay RULES play OUT [NAME=VALUE ...]  games as play_plan.hpp has them, and net=FILE, rival_net=FILE
//
// RULES is a file of plain numbers, the compiled rules of a game.
#include <cstdio>
#include <fstream>
#include <iterator>

#include "halma/halma.hpp"
#include "learn/self_play.hpp"

using namespace halma;
using namespace halma::engine;

namespace {

std::shared_ptr<const Rules> load_rules(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path);
    std::vector<std::int32_t> numbers;
    for (std::int32_t number = 0; file >> number;) numbers.push_back(number);
    return read_rules(numbers);
}

std::shared_ptr<const Net> load_net(const std::string& path, const Rules& rules) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot read " + path);
    const Bytes bytes{std::istreambuf_iterator<char>(file), {}};
    NetFault fault{};
    auto net = Net::read(bytes, fault);
    if (!net || !net->fits(rules)) throw std::runtime_error(path + " is no net for these rules");
    return net;
}

void tell_layout(const Rules& rules) {
    const Layout layout(rules);
    std::printf("%llu %d %d %lld %lld %d", static_cast<unsigned long long>(layout.digest), layout.cells, layout.seats,
                static_cast<long long>(layout.begin), static_cast<long long>(layout.end), can_learn(rules) ? 1 : 0);
    for (const int army : layout.armies) std::printf(" %d", army);
    std::printf("\n");
}

void play(const std::shared_ptr<const Rules>& rules, int count, char** words) {
    PlayPlan plan;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        if (word.starts_with("net="))
            plan.learner.net = load_net(word.substr(4), *rules);
        else if (word.starts_with("rival_net="))
            plan.rival.net = load_net(word.substr(10), *rules);
        else if (const auto wrong = plan.set(word); !wrong.empty())
            throw std::runtime_error(wrong);
    }
    if (!can_learn(*rules)) throw std::runtime_error("there is nothing to learn in this game");
    const auto bytes = encoded(Layout(*rules), plan.seed, self_play(rules, plan, nullptr));
    std::ofstream file(words[0], std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    if (!file.flush()) throw std::runtime_error(std::string("cannot write ") + words[0]);
}

}  // namespace

int main(int count, char** given) {
    const std::string command = count > 2 ? given[2] : "";
    try {
        if (command == "layout") {
            tell_layout(*load_rules(given[1]));
        } else if (command == "play" && count > 3) {
            play(load_rules(given[1]), count - 3, given + 3);
        } else {
            std::fprintf(stderr, "selfplay RULES layout | selfplay RULES play OUT [NAME=VALUE ...]\n");
            return 2;
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "selfplay: %s\n", error.what());
        return 1;
    }
}
