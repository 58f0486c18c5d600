#pragma once

#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/status.hpp>

#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>

#include "kit/buffers.hpp"

namespace pingmark {

/// Reads the bodies of responses, which are the stream that comes back, by Beast's parser. It keeps no field, and so
/// takes no memory.
class Responses {
public:
    enum class Problem { none, refused, malformed };

    char* space() { return bytes_.get() + kept_; }
    std::size_t room() const { return capacity - kept_; }

    /// So many bytes have arrived in the space. Puts what they have of bodies there, where as many have room. Returns
    /// how many.
    std::size_t arrived(std::size_t n, char* to) {
        const char* at = bytes_.get();
        const char* const end = at + kept_ + n;
        Body body{to, 0};
        while (at < end && problem_ == Problem::none) {
            if (!parser_ || parser_->is_done()) parser_.emplace();
            parser_->body = &body;
            boost::system::error_code error;
            at += parser_->put(boost::asio::const_buffer(at, static_cast<std::size_t>(end - at)), error);
            if (parser_->status != boost::beast::http::status::ok && parser_->is_header_done()) {
                problem_ = Problem::refused;
            } else if (error == boost::beast::http::error::need_more) {
                break;
            } else if (error) {
                problem_ = Problem::malformed;
            }
        }
        kept_ = static_cast<std::size_t>(end - at);
        if (kept_ > 0) std::memmove(bytes_.get(), at, kept_);
        return body.bytes;
    }

    /// What came last was no response, or one that refuses.
    Problem problem() const { return problem_; }

private:
    struct Body {
        char* to;
        std::size_t bytes;

        std::size_t add(boost::beast::string_view more) {
            std::memcpy(to + bytes, more.data(), more.size());
            bytes += more.size();
            return more.size();
        }
    };

    class Parser final : public boost::beast::http::basic_parser<false> {
    public:
        Parser() { eager(true); }

        Body* body = nullptr;
        boost::beast::http::status status = boost::beast::http::status::ok;

    private:
        using Text = boost::beast::string_view;
        using Error = boost::system::error_code;

        void on_request_impl(boost::beast::http::verb, Text, Text, int, Error&) override {}
        void on_response_impl(int code, Text, int, Error&) override {
            status = boost::beast::http::int_to_status(static_cast<unsigned>(code));
        }
        void on_field_impl(boost::beast::http::field, Text, Text, Error&) override {}
        void on_header_impl(Error&) override {}
        void on_body_init_impl(const boost::optional<std::uint64_t>&, Error&) override {}
        std::size_t on_body_impl(Text part, Error&) override { return body->add(part); }
        void on_chunk_header_impl(std::uint64_t, Text, Error&) override {}
        std::size_t on_chunk_body_impl(std::uint64_t, Text part, Error&) override { return body->add(part); }
        void on_finish_impl(Error&) override {}
    };

    static constexpr std::size_t capacity = Inbox::capacity;

    std::unique_ptr<char[]> bytes_{new char[capacity]};
    std::size_t kept_ = 0;  ///< of a head that is not whole
    std::optional<Parser> parser_;
    Problem problem_ = Problem::none;
};

}  // namespace pingmark
