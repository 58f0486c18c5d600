using Pingmark.Model;
using Pingmark.Nbn;
using Xunit;

namespace Pingmark.Tests.Nbn;

public class NbnManualTests
{
    private static readonly Transmission[] Both = [Transmission.Unreliable, Transmission.Reliable];

    [Theory]
    [InlineData("send 10", 10, Transmission.Unreliable)]
    [InlineData("  SEND   10  Reliable ", 10, Transmission.Reliable)]
    [InlineData("send 100000 unreliable", 100_000, Transmission.Unreliable)]
    public void Send_takes_a_number_and_a_transmission(string line, long messages, Transmission transmission) =>
        Assert.Equal(new(ManualCommandKind.Send, messages, transmission), ManualCommand.Parse(line, Both));

    [Theory]
    [InlineData("c 4", 12, Transmission.Unreliable)]
    [InlineData("C 1 r", 3, Transmission.Reliable)]
    [InlineData("send 4 u", 4, Transmission.Unreliable)]
    public void NBNs_own_words_are_taken(string line, long messages, Transmission transmission) =>
        Assert.Equal(new(ManualCommandKind.Send, messages, transmission), ManualCommand.Parse(line, Both, clients: 3));

    [Theory]
    [InlineData("", "Nothing")]
    [InlineData("help", "Help")]
    [InlineData("?", "Help")]
    [InlineData("quit", "Quit")]
    [InlineData("Exit", "Quit")]
    [InlineData("q", "Quit")]
    public void Words_stand_alone(string line, string kind) =>
        Assert.Equal(kind, ManualCommand.Parse(line, Both).Kind.ToString());

    [Theory]
    [InlineData("send", "send takes a number of messages")]
    [InlineData("send 0", "'0' is no number from 1 to 100000")]
    [InlineData("send -1", "'-1' is no number")]
    [InlineData("send 1e9", "'1e9' is no number")]
    [InlineData("send 100001", "'100001' is no number")]
    [InlineData("send 5 surely", "'surely' is no transmission of this library, which has unreliable and reliable")]
    [InlineData("c", "c takes a number of messages")]
    [InlineData("s 4 u", "servers answer here and send nothing unasked")]
    [InlineData("sned 5", "'sned' is no command")]
    public void Anything_else_is_told(string line, string problem) =>
        Assert.StartsWith(problem, ManualCommand.Parse(line, Both).Problem);

    [Fact]
    public async Task The_end_of_the_input_ends_it_without_connecting()
    {
        using var output = new StringWriter();
        await using var manual = new NbnManual(
            _ => throw new InvalidOperationException("nobody sent anything"),
            [Transmission.Unreliable],
            1,
            new StringReader("help\n\nsend 1 reliable\n"),
            output
        );
        await manual.RunAsync(CancellationToken.None);
        Assert.Contains("which is all that this library has", output.ToString());
        Assert.Contains("'reliable' is no transmission of this library, which has unreliable", output.ToString());
    }

    [Fact]
    public void What_came_back_is_told_in_one_line()
    {
        var rtt = new Histogram();
        foreach (var ns in new[] { 1000, 2000, 3000 })
            rtt.Record(ns);
        var window = new CountedWindow
        {
            Sent = 4,
            Received = 3,
            Lost = 1,
            RttMaxNs = 3000,
            Histogram = rtt.ToSparse(),
        };
        Assert.Equal(
            "4 sent unreliable, 3 received, 1 lost; RTT min 1 µs, p50 2 µs, max 3 µs",
            NbnManual.Answer(new(ManualCommandKind.Send, 4, Transmission.Unreliable), window)
        );
    }

    [Fact]
    public void A_server_that_is_silent_ends_the_sending()
    {
        var window = new CountedWindow { Sent = 5, Lost = 5 };
        Assert.Equal(
            "5 sent reliable, 0 received, 5 lost; nothing came back any more, so the rest was not sent",
            NbnManual.Answer(new(ManualCommandKind.Send, 100, Transmission.Reliable), window)
        );
    }
}
