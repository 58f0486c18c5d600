#include "kit/lines.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace pingmark {
namespace {

std::vector<std::string> lines_of(const std::vector<std::string>& chunks) {
    LineSplitter splitter;
    std::vector<std::string> lines;
    for (const std::string& chunk : chunks) {
        splitter.add(chunk.data(), chunk.size(), [&](std::string line) { lines.push_back(std::move(line)); });
    }
    return lines;
}

TEST(Lines, AreWholeHoweverTheyArrive) {
    const std::vector<std::string> expected{"one", "", "three"};
    EXPECT_EQ(expected, lines_of({"one\n\nthree\nfour"}));
    EXPECT_EQ(expected, lines_of({"o", "ne", "\n", "\nthr", "ee\n"}));
}

TEST(Lines, OneThatIsTooLongComesEmptyAndTheNextIsWhole) {
    const std::string longest(max_line_bytes - 1, 'x');
    EXPECT_EQ((std::vector<std::string>{longest, "next"}), lines_of({longest + "\nnext\n"}));
    EXPECT_EQ((std::vector<std::string>{"", "next"}), lines_of({longest + "x\nnext\n"}));
    EXPECT_EQ((std::vector<std::string>{"", "next"}), lines_of({longest, "xyz", "\nnext\n"}));
}

}  // namespace
}  // namespace pingmark
