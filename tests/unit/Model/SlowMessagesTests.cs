using System.Text.Json;
using System.Text.Json.Nodes;
using FsCheck;
using FsCheck.Fluent;
using Pingmark.Model;
using Pingmark.Properties;
using Pingmark.Schema;
using Xunit;

namespace Pingmark.Tests.Model;

/// <summary>The slowest messages of several windows together, and how trials.jsonl has them.</summary>
public class SlowMessagesTests
{
    /// <summary>Of one connection, sent when they were intended.</summary>
    private static SlowMessages Of(long fromNs, params long[] roundTripsNs)
    {
        var sent = roundTripsNs.Select((_, n) => fromNs + 1000 * n).ToList();
        return new(new int[sent.Count], sent, sent, sent.Zip(roundTripsNs, (at, ns) => at + ns).ToList());
    }

    [Fact]
    public void Of_all_parts_the_slowest_are_kept()
    {
        var fast = Of(0, [.. Enumerable.Range(1, 200).Select(ns => (long)ns)]);
        var slow = Of(1_000_000, [.. Enumerable.Range(1001, 200).Select(ns => (long)ns)]);
        var kept = SlowMessages.Merge([fast, slow])!;
        Assert.Equal(SlowMessages.MaxKept, kept.Connections.Count);
        Assert.Equal(
            fast.RoundTripsNs().Concat(slow.RoundTripsNs()).OrderDescending().Take(SlowMessages.MaxKept),
            kept.RoundTripsNs()
        );
        Assert.Equal(200, kept.SentNs.Count(at => at >= 1_000_000));
        // They are unknown where those of a part are.
        Assert.Null(SlowMessages.Merge([fast, null]));
    }

    [Fact]
    public void A_window_and_the_one_after_it_have_the_slowest_of_both()
    {
        var first = new CountedWindow { Slowest = Of(0, 5, 9) };
        var both = first.Append(new() { Slowest = Of(1_000_000, 7) });
        Assert.Equal([9, 7, 5], both.Slowest!.RoundTripsNs());
        Assert.Null(first.Append(new()).Slowest);
    }

    [Fact]
    public void By_another_clock_and_behind_other_connections_they_are_the_same()
    {
        var moved = new SlowMessages([1], [100], [120], [180]).ShiftClock(aheadNs: 30, connections: 16);
        Assert.Equal(
            (17, 70, 90, 150),
            (moved.Connections[0], moved.IntendedNs[0], moved.SentNs[0], moved.ReceivedNs[0])
        );
    }

    private static readonly Gen<SlowMessages> Any =
        from connections in Gen.Choose(0, 2).NonEmptyListOf()
        from late in Gen.Choose(0, 1)
        from seed in Gen.Choose(0, int.MaxValue)
        select Make(connections, late, new Random(seed));

    private static SlowMessages Make(IReadOnlyList<int> connections, int late, Random random)
    {
        var intended = connections.Select(_ => random.NextInt64(1L << 50)).ToList();
        var sent = intended.Select(at => at + late * random.Next(1_000_000)).ToList();
        return new(connections, intended, sent, sent.Select(at => at + random.Next(50_000_000)).ToList());
    }

    private static IEnumerable<(int, long, long, long)> Ordered(SlowMessages messages) =>
        Enumerable
            .Range(0, messages.Connections.Count)
            .Select(n => (messages.Connections[n], messages.IntendedNs[n], messages.SentNs[n], messages.ReceivedNs[n]))
            .Order();

    [Fact]
    public void A_trial_that_was_written_has_them_as_they_were() =>
        Prop.ForAll(
                Any.ToArbitrary(),
                messages =>
                {
                    var window = new CountedWindow { Slowest = messages };
                    var read = JsonSerializer.Deserialize<CountedWindow>(Written(window), SummaryJson.Strict);
                    Assert.Equal(Ordered(messages), Ordered(read!.Slowest!));
                }
            )
            .Holds();

    /// <summary>By differences, and without lists that say nothing; those that are not known are not written.</summary>
    [Fact]
    public void Trials_have_small_numbers_of_them()
    {
        var slowest = JsonNode.Parse(Written(new() { Slowest = Of(10_000_000, 70, 60, 50) }))!["slowest"]!;
        Assert.Equal(
            """{"connections":[],"intended_ns":[10000000,1000,1000],"late_ns":[],"round_trip_ns":[70,60,50]}""",
            slowest.ToJsonString()
        );
        Assert.DoesNotContain("slowest", Written(new()));
    }

    private static string Written(CountedWindow window) => JsonSerializer.Serialize(window, SummaryJson.Strict);
}
