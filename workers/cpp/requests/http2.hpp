#pragma once

#include <nghttp2/nghttp2.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "requests/dialect.hpp"
#include "requests/questions.hpp"

namespace pingmark {

/// HTTP/2 with nghttp2, which writes and reads frames. Each request is a stream of its own.
class Http2 final : public Dialect {
public:
    Http2(const HttpQuestion& question, bool is_encrypted);

    void ask(std::uint32_t sequence) override;
    std::string_view unsent() override;
    void sent(std::size_t n) override { begin_ += n; }

    char* space() override { return received_.get(); }
    std::size_t room() const override { return received_bytes; }
    void arrived(std::size_t n, Answers& answers) override;
    void closed(Answers& answers) override;

private:
    struct Stream {
        std::uint32_t sequence;
        unsigned status;
        std::size_t body_sent;
        Stream* next_free;
    };
    struct Free {
        void operator()(nghttp2_session* session) const { nghttp2_session_del(session); }
    };

    static constexpr std::size_t received_bytes = 64 << 10;
    static constexpr std::size_t composed_bytes = 64 << 10;

    std::unique_ptr<nghttp2_session, Free> open();
    void name(const std::string& name, const std::string& value);
    Stream& vacant();
    void closed_stream(Stream& stream, std::uint32_t error);
    std::size_t read_body(Stream& stream, std::uint8_t* to, std::size_t room, std::uint32_t* flags) const;
    static Http2& self(void* user_data) { return *static_cast<Http2*>(user_data); }

    std::string body_;
    StatusRange expected_;
    std::vector<std::unique_ptr<std::pair<std::string, std::string>>> texts_;
    std::vector<nghttp2_nv> fields_;
    std::unique_ptr<nghttp2_session, Free> session_;
    // Not initialised, so that pages which are never used cost no memory.
    std::unique_ptr<Stream[]> streams_{new Stream[Answers::most_awaited]};
    std::size_t streams_used_ = 0;
    Stream* free_ = nullptr;
    std::unique_ptr<char[]> received_{new char[received_bytes]};
    std::unique_ptr<char[]> composed_{new char[composed_bytes]};
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    Answers* answers_ = nullptr;
    std::optional<std::uint32_t> farewell_;  ///< why the server wants to end the connection
};

}  // namespace pingmark
