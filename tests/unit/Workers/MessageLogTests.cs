using System.Text.Json;
using Pingmark.Model;
using Pingmark.Results;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Workers;

/// <summary>What a client logged of a run: read in parts, held against itself, and written in the order of the
/// sends.</summary>
public class MessageLogTests
{
    private static Task<MessageLog> ReadAsync(params string[] replies)
    {
        var next = 0;
        return MessageLogReply.ReadAsync(
            _ =>
                Task.FromResult(
                    new Reply(JsonDocument.Parse(replies[next++]).RootElement, text => new InvalidDataException(text))
                ),
            connections: 2,
            text => new InvalidDataException(text)
        );
    }

    private static string Part(int logged, string connections, string sent, string received) =>
        $$"""{"logged":{{logged}},"not_logged":7,"connections":{{connections}},"""
        + $$""" "sent_ns":{{sent}},"received_ns":{{received}}}""";

    [Fact]
    public async Task Parts_are_put_together_and_lost_messages_have_no_answer()
    {
        var log = await ReadAsync(Part(3, "[0,1]", "[1000,1200]", "[1500,0]"), Part(3, "[1]", "[1100]", "[1300]"));
        Assert.Equal([new(0, 1000, 1500), new(1, 1200, null), new(1, 1100, 1300)], log.Messages);
        Assert.Equal(7, log.NotLogged);
        Assert.Equal("connection,sent_ns,received_ns\n0,0,500\n1,100,300\n1,200,\n", MessageLogCsv.Text(log));
    }

    [Fact]
    public Task What_can_not_be_is_refused() =>
        Assert.AllAsync<(int Logged, string Connections, string Sent, string Received)>(
            [
                (2, "[0]", "[1000,1200]", "[1500,0]"),
                (1, "[2]", "[1000]", "[1500]"),
                (1, "[0]", "[1000]", "[999]"),
                (1, "[0,1]", "[1000,1200]", "[1500,0]"),
                (1, "[]", "[]", "[]"),
                (5_000_000, "[0]", "[1000]", "[1500]"),
            ],
            row =>
                Assert.ThrowsAsync<InvalidDataException>(() =>
                    ReadAsync(Part(row.Logged, row.Connections, row.Sent, row.Received))
                )
        );
}
