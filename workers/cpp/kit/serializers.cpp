#include "kit/serializers.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "kit/failure.hpp"
#include "kit/wire.hpp"

namespace pingmark {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Sample, sequence, price, quantity, symbol, text)

namespace {

class Json final : public Serializer {
public:
    std::string write(const Sample& sample) const override { return nlohmann::json(sample).dump(); }

    Sample read(const char* bytes, std::size_t n) const override {
        return nlohmann::json::parse(bytes, bytes + n).get<Sample>();
    }
};

/// A new library is a line here.
const std::map<std::string, std::unique_ptr<const Serializer> (*)()>& kinds() {
    static const std::map<std::string, std::unique_ptr<const Serializer> (*)()> all{
        {"json", [] { return std::unique_ptr<const Serializer>(std::make_unique<Json>()); }},
    };
    return all;
}

/// Those that are cut from the block.
std::vector<std::string> blocks() { return {"zeros", "ones", "random"}; }

}  // namespace

std::vector<std::string> payload_names() {
    std::vector<std::string> names = blocks();
    for (const auto& kind : kinds()) names.push_back(kind.first);
    return names;
}

std::unique_ptr<const Serialized> make_serialized(const std::string& kind, std::size_t body_bytes,
                                                  std::size_t header_bytes, bool echoed) {
    const auto known = kinds().find(kind);
    if (known == kinds().end()) {
        const std::vector<std::string> cut = blocks();
        if (std::find(cut.begin(), cut.end(), kind) != cut.end()) return nullptr;
        std::string names;
        for (const std::string& name : payload_names()) names += (names.empty() ? "" : ", ") + name;
        throw Unsupported("payload " + kind + ": this worker has " + names);
    }
    if (!echoed) throw Unsupported("payload " + kind + ": not with one_way or snapshots");
    const std::size_t least = sequence_bytes + Serialized(known->second(), 1).length();
    if (body_bytes < least) {
        throw Unsupported("payload " + kind + ": message_bytes has to be " + std::to_string(least + header_bytes) +
                          " at least");
    }
    return std::make_unique<Serialized>(known->second(), body_bytes - least + 1);
}

}  // namespace pingmark
