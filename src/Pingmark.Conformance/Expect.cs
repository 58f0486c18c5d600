using System.Globalization;
using Pingmark.Model;

namespace Pingmark.Conformance;

/// <summary>A worker did not do what a case expects.</summary>
public sealed class CaseFailure(string expected, string seen) : Exception($"expected {expected}, seen: {seen}")
{
    public string Expected { get; } = expected;
    public string Seen { get; } = seen;
}

/// <summary>Checks whose failures say both what was expected and what was seen.</summary>
internal static class Expect
{
    public static void That(bool met, string expected, string seen)
    {
        if (!met)
            throw new CaseFailure(expected, seen);
    }

    public static void Equal<T>(string what, T expected, T seen) =>
        That(EqualityComparer<T>.Default.Equals(expected, seen), $"{what} = {expected}", $"{what} = {seen}");

    public static void AtLeast(string what, double least, double seen) => Within(what, least, double.MaxValue, seen);

    public static void AtMost(string what, double most, double seen) => Within(what, double.MinValue, most, seen);

    public static void Within(string what, double least, double most, double seen) =>
        That(
            seen >= least && seen <= most,
            least == double.MinValue ? $"{what} <= {most:0.###}"
                : most == double.MaxValue ? $"{what} >= {least:0.###}"
                : $"{what} from {least:0.###} to {most:0.###}",
            $"{what} = {seen:0.###}"
        );

    public static void Contains(string text, string part, string what) =>
        That(text.Contains(part, StringComparison.OrdinalIgnoreCase), $"{what} that names {part}", $"'{text}'");

    public static void SameBytes(string what, byte[] expected, byte[] seen)
    {
        var common = expected.AsSpan().CommonPrefixLength(seen);
        That(
            expected.AsSpan().SequenceEqual(seen),
            $"{what}, {expected.Length} bytes",
            $"{seen.Length} bytes, the same up to byte {common}"
        );
    }

    /// <param name="received">The expected number of answers; null: any number.</param>
    public static void Right(Measurement result, long? received = null) =>
        That(
            result is { Received: > 0, Lost: 0, Corrupt: 0, SilentConnections: 0 }
                && result.Received == (received ?? result.Received),
            $"{received?.ToString(CultureInfo.InvariantCulture) ?? "all"} answers, none lost or corrupt",
            $"{result.Received} received, {result.Lost} lost, {result.Corrupt} corrupt, "
                + $"{result.SilentConnections} silent connections"
        );

    /// <summary>Waits for what must happen soon, by the deadline of sockets where no other is given.</summary>
    /// <param name="expected">What is expected, and what has happened where it did not come.</param>
    public static async Task<T> InTimeAsync<T>(
        Func<CancellationToken, Task<T>> wait,
        (string What, string Instead) expected,
        TimeSpan? deadline = null
    )
    {
        var within = deadline ?? Deadlines.Socket;
        using var limit = new CancellationTokenSource(within);
        try
        {
            return await wait(limit.Token);
        }
        catch (OperationCanceledException)
        {
            throw new CaseFailure($"{expected.What} within {within.TotalSeconds:0.#} s", expected.Instead);
        }
    }

    public static Task InTimeAsync(Func<CancellationToken, Task> wait, (string What, string Instead) expected) =>
        InTimeAsync(
            async cancel =>
            {
                await wait(cancel);
                return true;
            },
            expected
        );

    public static Task EventuallyAsync<T>(string what, T expected, Func<T> look) =>
        EventuallyAsync(what, expected, () => Task.FromResult(look()));

    /// <summary>Asks again and again, each time with a whole request, until the answer is the expected one. It pauses
    /// in between, because asking without end takes a core from the process that is to give the answer.</summary>
    public static async Task EventuallyAsync<T>(string what, T expected, Func<Task<T>> ask)
    {
        var end = DateTime.UtcNow + Deadlines.Socket;
        var seen = await ask();
        while (!EqualityComparer<T>.Default.Equals(expected, seen) && DateTime.UtcNow < end)
        {
            await Task.Delay(1);
            seen = await ask();
        }
        Equal(what, expected, seen);
    }
}

/// <summary>The longest waits of the kit. They are generous, because cases run at the same time on few cores with
/// stacks that spin; what works never waits so long.</summary>
internal static class Deadlines
{
    private static readonly AsyncLocal<double> OfThisRun = new();

    /// <summary>How many times as long as usual the cases of this run wait.</summary>
    public static double Patience
    {
        set => OfThisRun.Value = value;
    }

    public static TimeSpan Reply => Seconds(10);

    /// <summary>The deadline for connecting: requests allow connections 20 s.</summary>
    public static TimeSpan Connect => Reply + Seconds(20);
    public static TimeSpan Socket => Seconds(10);

    /// <summary>The deadline from the end of stdin to the end of the process. The protocol says 1 s; the rest is for a
    /// busy machine.</summary>
    public static TimeSpan End => Seconds(2);

    /// <summary>The deadline of a whole case.</summary>
    public static TimeSpan Case => Seconds(60);

    private static TimeSpan Seconds(double usual) => TimeSpan.FromSeconds(usual * OfThisRun.Value);
}
