namespace Pingmark.Conformance;

/// <summary>A worker did not do what a case expects of it.</summary>
public sealed class CaseFailure(string expected, string seen) : Exception($"expected {expected}, seen: {seen}")
{
    public string Expected { get; } = expected;
    public string Seen { get; } = seen;
}

/// <summary>Checks that say both what was expected and what was seen.</summary>
internal static class Expect
{
    public static void That(bool met, string expected, string seen)
    {
        if (!met)
            throw new CaseFailure(expected, seen);
    }

    public static void Equal<T>(string what, T expected, T seen) =>
        That(EqualityComparer<T>.Default.Equals(expected, seen), $"{what} = {expected}", $"{what} = {seen}");

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

    /// <summary>Waits for what must happen soon.</summary>
    public static async Task<T> WithinAsync<T>(
        Task<T> task,
        TimeSpan deadline,
        string expected,
        string instead = "nothing"
    )
    {
        try
        {
            return await task.WaitAsync(deadline).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            throw new CaseFailure($"{expected} within {deadline.TotalSeconds:0.#} s", instead);
        }
    }

    /// <summary>Asks again and again, each time with a whole request, until the answer is the right one; with pauses,
    /// for who asks without end takes a core from who is to get there.</summary>
    public static async Task EventuallyAsync<T>(string what, T expected, Func<Task<T>> ask)
    {
        var end = DateTime.UtcNow + Deadlines.Settle;
        var seen = await ask().ConfigureAwait(false);
        while (!EqualityComparer<T>.Default.Equals(expected, seen) && DateTime.UtcNow < end)
        {
            await Task.Delay(1).ConfigureAwait(false);
            seen = await ask().ConfigureAwait(false);
        }
        Equal(what, expected, seen);
    }
}

/// <summary>No wait of the kit is longer. Generous, since cases run side by side on few cores with stacks that spin;
/// what is right never waits so long.</summary>
internal static class Deadlines
{
    public static readonly TimeSpan Reply = TimeSpan.FromSeconds(10);
    public static readonly TimeSpan Socket = TimeSpan.FromSeconds(10);
    public static readonly TimeSpan Settle = TimeSpan.FromSeconds(10);

    /// <summary>The protocol says 1 s from the end of stdin to the end of the process; the rest is for a machine that
    /// is busy.</summary>
    public static readonly TimeSpan End = TimeSpan.FromSeconds(2);

    /// <summary>Whatever a case does, it is over by then.</summary>
    public static readonly TimeSpan Case = TimeSpan.FromSeconds(60);
}
