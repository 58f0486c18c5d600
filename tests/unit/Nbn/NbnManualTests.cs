using Pingmark.Model;
using Pingmark.Nbn;
using Xunit;

namespace Pingmark.Tests.Nbn;

public class NbnManualTests
{
    private static readonly Transmission[] Both = [Transmission.Unreliable, Transmission.Reliable];

    [Fact]
    public void Sending_takes_a_number_and_a_transmission_and_NBNs_own_words() =>
        Assert.All<(string Line, long Messages, Transmission Transmission)>(
            [
                ("send 10", 10, Transmission.Unreliable),
                ("  SEND   10  Reliable ", 10, Transmission.Reliable),
                ("send 100000 unreliable", 100_000, Transmission.Unreliable),
                ("send 4 u", 4, Transmission.Unreliable),
                ("c 4", 12, Transmission.Unreliable),
                ("C 1 r", 3, Transmission.Reliable),
            ],
            row => Assert.Equal((row.Messages, row.Transmission), Read(row.Line, clients: 3))
        );

    [Fact]
    public void Anything_else_is_told() =>
        Assert.All<(string Line, string Problem)>(
            [
                ("send", "send takes a number of messages"),
                ("send 0", "'0' is no number from 1 to 100000"),
                ("send -1", "'-1' is no number"),
                ("send 100001", "'100001' is no number"),
                ("send 5 surely", "'surely' is no transmission of this library, which has unreliable and reliable"),
                ("c", "c takes a number of messages"),
                ("s 4 u", "servers answer here and send nothing unasked"),
                ("sned 5", "'sned' is no command"),
            ],
            row => Assert.StartsWith(row.Problem, Assert.Throws<BadInputException>(() => Read(row.Line)).Message)
        );

    private static (long Messages, Transmission Transmission) Read(string line, int clients = 1) =>
        NbnManual.ReadSend(line.ToLowerInvariant().Split(' ', StringSplitOptions.RemoveEmptyEntries), Both, clients);

    [Theory]
    [InlineData("quit\n")]
    [InlineData("Exit\n")]
    [InlineData("q\n")]
    [InlineData(null)]
    public async Task Its_end_needs_no_connection(string? quit)
    {
        using var output = new StringWriter();
        await using var manual = new NbnManual(
            _ => throw new InvalidOperationException("nobody sent anything"),
            [Transmission.Unreliable],
            1,
            new StringReader("help\n\nsend 1 reliable\n?\n" + (quit is null ? "" : $"{quit}send 1\n")),
            output
        );
        await manual.RunAsync(CancellationToken.None);
        Assert.Equal(3, output.ToString().Split("show this").Length - 1);
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
            NbnManual.Answer(4, Transmission.Unreliable, window)
        );
        Assert.Equal(
            "5 sent reliable, 0 received, 5 lost; nothing came back any more, so the rest was not sent",
            NbnManual.Answer(100, Transmission.Reliable, new() { Sent = 5, Lost = 5 })
        );
    }
}
