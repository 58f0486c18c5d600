using System.Globalization;
using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>When messages were sent, and of which sizes, to be played again over and over.</summary>
/// <param name="File">The name of the file that it was read from, without its folder.</param>
/// <param name="GapsNs">The times from each message to the next one, in ns, with a space between each two. The last one
/// leads back to the first message, and is the mean of the others.</param>
public sealed record Recording(string File, string GapsNs)
{
    public const int MaxMessages = 5_000,
        MaxNameLength = 60;
    public const long MaxDurationNs = 3_600_000_000_000;

    /// <summary>The size of each message, or the largest size; null if the file has none.</summary>
    public int? MessageBytes { get; init; }

    /// <summary>The message sizes in bytes, separated by spaces; null if all are equal.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? SizesBytes { get; init; }

    /// <summary>What is wrong with it, wherever it comes from; null where nothing is.</summary>
    public string? Problem
    {
        get
        {
            var gaps = Gaps;
            return gaps.Count is 0 or > MaxMessages || gaps.Any(ns => ns is < 0 or > MaxDurationNs)
                    ? $"a recording has 1 to {MaxMessages} times"
                : SizesBytes is { } sizes && !AreOf(Numbers(sizes), gaps.Count)
                    ? "a recording has a size for each message, the largest of which is message_bytes"
                : gaps[^1] < 1 || gaps.Sum() > MaxDurationNs
                    ? $"a recording takes 1 to {MaxDurationNs} ns, and is played again a while after its last message"
                : null;
        }
    }

    /// <summary>The mean size of its messages, in bytes; null where the file does not tell it.</summary>
    [JsonIgnore]
    public double? MeanMessageBytes => SizesBytes is { } sizes ? Numbers(sizes).Average() : MessageBytes;

    private bool AreOf(List<long> sizes, int messages) =>
        sizes.Count == messages && sizes.Min() >= 0 && sizes.Max() == MessageBytes;

    /// <summary>The messages a second of so many connections, which play it each, rounded; 1 at least.</summary>
    public int RatePerS(int connections)
    {
        var gaps = Gaps;
        return (int)Math.Clamp(Math.Round(1e9 * connections * gaps.Count / gaps.Sum()), 1, int.MaxValue);
    }

    /// <summary>The number of messages due between two times, in ns; connections start at spread places.</summary>
    public long CountDueMessages(long fromNs, long toNs, int connections)
    {
        var gaps = Gaps;
        var length = gaps.Sum();
        var times = new List<long> { 0 };
        foreach (var gap in gaps.SkipLast(1))
            times.Add(times[^1] + gap);
        long Before(long ns)
        {
            var at = times.BinarySearch(ns % length);
            // Of messages at the same time none is before it.
            for (; at > 0 && times[at - 1] == times[at]; at--) { }
            return ns / length * times.Count + (at < 0 ? ~at : at);
        }
        return Enumerable
            .Range(0, connections)
            .Select(one => one * length / connections)
            .Sum(begin => Before(toNs + begin) - Before(fromNs + begin));
    }

    private List<long> Gaps => Numbers(GapsNs);

    private static List<long> Numbers(string text) =>
        text.Split(' ')
            .Select(word =>
                long.TryParse(word, NumberStyles.None, CultureInfo.InvariantCulture, out var one) ? one : -1
            )
            .ToList();
}
