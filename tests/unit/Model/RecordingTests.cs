using FsCheck.Fluent;
using Pingmark.Model;
using Pingmark.Properties;
using Xunit;

namespace Pingmark.Tests.Model;

/// <summary>What is due of recorded traffic, and what is no recording.</summary>
public sealed class RecordingTests
{
    private const long Second = 1_000_000_000;

    [Fact]
    public void Its_rate_is_that_of_all_connections()
    {
        Recording of = new("a.csv", "250000000 750000000");
        Assert.Equal((2, 20), (of.RatePerS(1), of.RatePerS(10)));
        Assert.Equal(1, new Recording("a.csv", $"{10 * Second}").RatePerS(1));
    }

    /// <summary>As many as there are when each message is looked at.</summary>
    [Fact]
    public void Messages_are_counted_as_they_are_played() =>
        Prop.ForAll(
                Gen.Choose(0, 5)
                    .Select(gap => (long)gap)
                    .ListOf()
                    .Select(gaps => gaps.Append(3).ToList())
                    .ToArbitrary(),
                Gen.Choose(1, 5).ToArbitrary(),
                Gen.Choose(0, 100).Zip(Gen.Choose(0, 100)).ToArbitrary(),
                (gaps, connections, window) =>
                {
                    var (from, to) = (Math.Min(window.Item1, window.Item2), Math.Max(window.Item1, window.Item2));
                    var due = Enumerable.Range(0, connections).SelectMany(one => Times(gaps, connections, one, to));
                    var counted = new Recording("a.csv", string.Join(' ', gaps)).CountDueMessages(
                        from,
                        to,
                        connections
                    );
                    Assert.Equal(due.Count(at => at >= from), counted);
                }
            )
            .Holds(200);

    private static IEnumerable<long> Times(List<long> gaps, int connections, int one, long to)
    {
        var begin = one * gaps.Sum() / connections;
        for (long at = 0, number = 0; at - begin < to; at += gaps[(int)(number++ % gaps.Count)])
            if (at >= begin)
                yield return at - begin;
    }

    [Fact]
    public void What_no_recording_is_is_told() =>
        Assert.All<(string Gaps, string Problem)>(
            [
                ("", "has 1 to 5000 times"),
                ("1  2", "has 1 to 5000 times"),
                ("1 -2", "has 1 to 5000 times"),
                ("0 0", "takes 1 to 3600000000000 ns, and is played again a while after its last message"),
                ("3600000000000 1", "takes 1 to 3600000000000 ns, and is played again a while after its last message"),
            ],
            row => Assert.EndsWith(row.Problem, new Recording("a.csv", row.Gaps).Problem)
        );

    [Fact]
    public void One_may_have_so_many_messages()
    {
        static Recording Of(int messages) => new("a.csv", string.Join(' ', Enumerable.Repeat("7", messages)));
        Assert.Null(Of(Recording.MaxMessages).Problem);
        Assert.NotNull(Of(Recording.MaxMessages + 1).Problem);
    }
}
