#include "kit/stack.hpp"

#include <algorithm>

#include "kit/failure.hpp"

namespace pingmark {

namespace {

// Inside a function, because registrations run before main in an order that is not defined.
std::vector<Stack>& registered() {
    static std::vector<Stack> all;
    return all;
}

}  // namespace

Registration::Registration(Stack stack) {
    std::vector<Stack>& all = registered();
    const auto behind = std::find_if(all.begin(), all.end(), [&](const Stack& other) { return other.id > stack.id; });
    all.insert(behind, std::move(stack));
}

const std::vector<Stack>& stacks() { return registered(); }

const Stack& stack_called(const std::string& id) {
    for (const Stack& stack : registered()) {
        if (stack.id == id) return stack;
    }
    throw Unsupported("there is no stack \"" + id + "\" in this worker");
}

}  // namespace pingmark
