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

    [Theory]
    [InlineData(2, "[0]", "[1000,1200]", "[1500,0]")]
    [InlineData(1, "[2]", "[1000]", "[1500]")]
    [InlineData(1, "[0]", "[1000]", "[999]")]
    [InlineData(1, "[0,1]", "[1000,1200]", "[1500,0]")]
    [InlineData(1, "[]", "[]", "[]")]
    [InlineData(5_000_000, "[0]", "[1000]", "[1500]")]
    public async Task What_can_not_be_is_refused(int logged, string connections, string sent, string received) =>
        await Assert.ThrowsAsync<InvalidDataException>(() => ReadAsync(Part(logged, connections, sent, received)));
}
