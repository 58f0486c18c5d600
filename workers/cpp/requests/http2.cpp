#include "requests/http2.hpp"

#include <strings.h>

#include <algorithm>
#include <cctype>
#include <cstring>

#include "kit/failure.hpp"

namespace pingmark {

namespace {

/// So much of an answer may come before the server has to wait for this client.
constexpr std::int32_t window_bytes = 1 << 30;

/// Of the frames that nghttp2 writes.
constexpr std::size_t largest_frame_bytes = 16'384 + 9;

void require(int result, const char* what) {
    if (result < 0) throw Failure(std::string(what) + ": " + nghttp2_strerror(result));
}

/// HTTP/2 has no headers of connections.
bool is_of_connection(const std::string& name) {
    for (const char* other : {"connection", "host", "keep-alive", "transfer-encoding", "upgrade"}) {
        if (strcasecmp(name.c_str(), other) == 0) return true;
    }
    return false;
}

}  // namespace

Http2::Http2(const HttpQuestion& question, bool is_encrypted)
    : body_(question.body), expected_(question.expected), session_(open()) {
    const std::string* const host = question.header("host");
    name(":method", question.method);
    name(":scheme", is_encrypted ? "https" : "http");
    name(":authority", host != nullptr ? *host : question.host);
    name(":path", question.path);
    for (const auto& [field, value] : question.headers) {
        if (!is_of_connection(field)) name(field, value);
    }
    if (question.tells_length()) name("content-length", std::to_string(body_.size()));
}

std::unique_ptr<nghttp2_session, Http2::Free> Http2::open() {
    nghttp2_session_callbacks* callbacks = nullptr;
    require(nghttp2_session_callbacks_new(&callbacks), "nghttp2_session_callbacks_new");
    const std::unique_ptr<nghttp2_session_callbacks, void (*)(nghttp2_session_callbacks*)> owner(
        callbacks, nghttp2_session_callbacks_del);
    nghttp2_session_callbacks_set_on_header_callback(
        callbacks,
        [](nghttp2_session* session, const nghttp2_frame* frame, const std::uint8_t* field, std::size_t field_bytes,
           const std::uint8_t* value, std::size_t value_bytes, std::uint8_t, void*) {
            constexpr char status[] = ":status";
            if (field_bytes != sizeof status - 1 || std::memcmp(field, status, field_bytes) != 0) return 0;
            void* const stream = nghttp2_session_get_stream_user_data(session, frame->hd.stream_id);
            unsigned code = 0;
            for (std::size_t i = 0; i < value_bytes; ++i) code = 10 * code + (value[i] - '0');
            if (stream != nullptr) static_cast<Stream*>(stream)->status = code;
            return 0;
        });
    nghttp2_session_callbacks_set_on_frame_recv_callback(
        callbacks, [](nghttp2_session*, const nghttp2_frame* frame, void* user_data) {
            if (frame->hd.type == NGHTTP2_GOAWAY) self(user_data).farewell_ = frame->goaway.error_code;
            return 0;
        });
    nghttp2_session_callbacks_set_on_stream_close_callback(
        callbacks, [](nghttp2_session* session, std::int32_t id, std::uint32_t error, void* user_data) {
            void* const stream = nghttp2_session_get_stream_user_data(session, id);
            if (stream != nullptr) self(user_data).closed_stream(*static_cast<Stream*>(stream), error);
            return 0;
        });
    nghttp2_session* session = nullptr;
    require(nghttp2_session_client_new(&session, callbacks, this), "nghttp2_session_client_new");
    std::unique_ptr<nghttp2_session, Free> made(session);
    const nghttp2_settings_entry settings[] = {{NGHTTP2_SETTINGS_ENABLE_PUSH, 0},
                                               {NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, window_bytes}};
    require(nghttp2_submit_settings(session, NGHTTP2_FLAG_NONE, settings, std::size(settings)),
            "nghttp2_submit_settings");
    require(nghttp2_session_set_local_window_size(session, NGHTTP2_FLAG_NONE, 0, window_bytes),
            "nghttp2_session_set_local_window_size");
    return made;
}

void Http2::name(const std::string& field, const std::string& value) {
    texts_.push_back(std::make_unique<std::pair<std::string, std::string>>(field, value));
    auto& [lower, kept] = *texts_.back();
    for (char& letter : lower) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    fields_.push_back({reinterpret_cast<std::uint8_t*>(lower.data()), reinterpret_cast<std::uint8_t*>(kept.data()),
                       lower.size(), kept.size(), NGHTTP2_NV_FLAG_NO_COPY_NAME | NGHTTP2_NV_FLAG_NO_COPY_VALUE});
}

Http2::Stream& Http2::vacant() {
    if (free_ == nullptr) return streams_[streams_used_++];
    return *std::exchange(free_, free_->next_free);
}

void Http2::ask(std::uint32_t sequence) {
    Stream& stream = vacant();
    stream = {sequence, 0, 0, nullptr};
    nghttp2_data_provider body{};
    body.source.ptr = &stream;
    body.read_callback = [](nghttp2_session*, std::int32_t, std::uint8_t* to, std::size_t room, std::uint32_t* flags,
                            nghttp2_data_source* source, void* user_data) {
        return static_cast<ssize_t>(self(user_data).read_body(*static_cast<Stream*>(source->ptr), to, room, flags));
    };
    const std::int32_t id = nghttp2_submit_request(session_.get(), nullptr, fields_.data(), fields_.size(),
                                                   body_.empty() ? nullptr : &body, &stream);
    if (id < 0 && answers_ != nullptr) closed(*answers_);
}

std::size_t Http2::read_body(Stream& stream, std::uint8_t* to, std::size_t room, std::uint32_t* flags) const {
    const std::size_t part = std::min(room, body_.size() - stream.body_sent);
    std::memcpy(to, body_.data() + stream.body_sent, part);
    stream.body_sent += part;
    if (stream.body_sent == body_.size()) *flags |= NGHTTP2_DATA_FLAG_EOF;
    return part;
}

/// Several frames go by one call.
std::string_view Http2::unsent() {
    if (begin_ == end_) {
        begin_ = end_ = 0;
        while (composed_bytes - end_ >= largest_frame_bytes) {
            const std::uint8_t* frame = nullptr;
            const ssize_t n = nghttp2_session_mem_send(session_.get(), &frame);
            if (n <= 0) break;
            std::memcpy(composed_.get() + end_, frame, static_cast<std::size_t>(n));
            end_ += static_cast<std::size_t>(n);
        }
    }
    return {composed_.get() + begin_, end_ - begin_};
}

void Http2::arrived(std::size_t n, Answers& answers) {
    answers_ = &answers;
    const ssize_t taken =
        nghttp2_session_mem_recv(session_.get(), reinterpret_cast<const std::uint8_t*>(received_.get()), n);
    if (taken < 0) {
        answers.end("what came " + answers.after() + " is no HTTP/2: " + nghttp2_strerror(static_cast<int>(taken)));
    }
}

void Http2::closed(Answers& answers) {
    if (farewell_) {
        answers.end("the server ended the connection " + answers.after() + " (GOAWAY, " +
                    nghttp2_http2_strerror(*farewell_) + ")" +
                    (*farewell_ == NGHTTP2_NO_ERROR ? "; let it keep connections, in nginx by a larger "
                                                      "keepalive_requests"
                                                    : ""));
    }
    if (answers.count() == 0) answers.end("closed by the peer before any answer; does it speak HTTP/2?");
    Dialect::closed(answers);
}

void Http2::closed_stream(Stream& stream, std::uint32_t error) {
    const std::uint32_t sequence = stream.sequence;
    answers_->settle_any();
    if (error == NGHTTP2_NO_ERROR && expected_.has(stream.status)) {
        answers_->right(sequence);
    } else {
        answers_->wrong(sequence, [&] {
            return error == NGHTTP2_NO_ERROR
                       ? expected_.refusal_of(stream.status)
                       : std::string("the server ended a stream without an answer: ") + nghttp2_http2_strerror(error);
        });
    }
    stream.next_free = std::exchange(free_, &stream);
}

}  // namespace pingmark
