// Drives the fuzz target without libFuzzer: fuzz_driver RUNS [SEED], or fuzz_driver FILE... to repeat findings.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int count, char** given) {
    if (count < 2) {
        std::fprintf(stderr, "fuzz_driver RUNS [SEED] | FILE...\n");
        return 2;
    }
    char* end = nullptr;
    const unsigned long runs = std::strtoul(given[1], &end, 10);
    if (*end) {
        for (int i = 1; i < count; ++i) {
            std::ifstream file(given[i], std::ios::binary);
            const std::string bytes{std::istreambuf_iterator<char>(file), {}};
            LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
        }
        return 0;
    }
    std::mt19937_64 random(count > 2 ? std::strtoull(given[2], nullptr, 10) : 1);
    for (unsigned long run = 0; run < runs; ++run) {
        std::vector<std::uint8_t> bytes(random() % 900);
        for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
        // Kept until the run is over, so that what crashes can be repeated.
        const char* keep = std::getenv("HALMA_FUZZ_KEEP");
        if (keep) {
            std::ofstream file(keep, std::ios::binary);
            file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        }
        LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    }
    std::printf("%lu inputs\n", runs);
}
