#pragma once

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace known_answers {

/// The delays of a connection as they really were, in ns: a line each, in a file of the folder KNOWN_ANSWERS_LOG that
/// appears, whole, when the connection ends. Without that variable nothing is kept.
class DelayLog {
public:
    DelayLog() {
        if (folder_ != nullptr) delays_.reserve(most);
    }

    void record(std::int64_t ns) {
        if (folder_ != nullptr && delays_.size() < most) delays_.push_back(ns);
    }

    ~DelayLog() {
        if (delays_.empty()) return;
        static std::atomic<int> connections{0};
        const std::string name = std::string(folder_) + "/" + std::to_string(++connections);
        std::FILE* file = std::fopen(name.c_str(), "w");
        if (file == nullptr) return;
        for (const std::int64_t ns : delays_) std::fprintf(file, "%lld\n", static_cast<long long>(ns));
        if (std::fclose(file) == 0) std::rename(name.c_str(), (name + ".delays").c_str());
    }

private:
    static constexpr std::size_t most = 1'000'000;
    const char* folder_ = std::getenv("KNOWN_ANSWERS_LOG");
    std::vector<std::int64_t> delays_;
};

}  // namespace known_answers
