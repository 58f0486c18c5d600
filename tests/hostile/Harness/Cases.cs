using System.Collections.Concurrent;
using System.Globalization;

namespace Pingmark.Hostile.Tests.Harness;

/// <summary>
/// Runs generators: so many cases on all cores, each from a seed of its own, and each within bounds of time and memory.
/// They are the same each time, so that a change fails for what it does and not by chance. PINGMARK_HOSTILE_SEED=random
/// makes up others, and PINGMARK_HOSTILE_CASES says how many all generators have together: to search. A number as the
/// seed repeats the one case that a failure named.
/// </summary>
internal static class Cases
{
    private const string CountVariable = "PINGMARK_HOSTILE_CASES",
        SeedVariable = "PINGMARK_HOSTILE_SEED";

    /// <summary>Few, for the gate; `./test everything` and `./test hostile` set the variable to 20,000, of which the
    /// numbers in the tests are meant.</summary>
    private const int InAll = 1_000,
        Usual = 20_000;

    /// <summary>Of the first case; the others count on.</summary>
    private const int UsualSeed = 20_261_122;

    private const string AnySeed = "random";
    private const int LongestShown = 2_000,
        MostShown = 8;

    /// <summary>Of CPU: far beyond what a case takes, and far below what a bomb takes.</summary>
    private static readonly TimeSpan MostTime = TimeSpan.FromSeconds(10);

    private const long MostBytes = 256L << 20;

    /// <summary>Of fewer cases the share that is taken tells nothing.</summary>
    private const int FewestForShare = 500;

    /// <param name="share">Of all cases, those of this generator; the shares are listed in <see cref="Share"/>.</param>
    /// <param name="isTaken">Makes one case up and throws when what it is given to does not survive it; false: it was
    /// refused.</param>
    /// <param name="leastTaken">A generator whose cases are all refused, or none, shows nothing.</param>
    public static void Run(double share, Func<Case, bool> isTaken, double leastTaken, double mostTaken)
    {
        if (OnlySeed() is { } only)
        {
            Check(only, isTaken);
            return;
        }
        var first = Seed();
        var failures = new ConcurrentDictionary<string, Exception>();
        var (all, taken) = ((int)Math.Ceiling(share * (Variable(CountVariable) ?? InAll)), 0);
        Parallel.For(
            0,
            all,
            number =>
            {
                try
                {
                    if (Check(unchecked(first + number), isTaken))
                        Interlocked.Increment(ref taken);
                }
                catch (CaseFailedException e)
                {
                    failures.TryAdd(e.Kind, e);
                }
            }
        );
        if (!failures.IsEmpty)
            throw new AggregateException($"{failures.Count} kinds of failures", failures.Values.Take(MostShown));
        if (all > FewestForShare)
            Assert.InRange((double)taken / all, leastTaken, mostTaken);
    }

    /// <summary>For what is no case of a generator: how much of it, as the number of cases is asked for.</summary>
    public static long Scaled(long usual) => Math.Max(1, usual * (Variable(CountVariable) ?? InAll) / Usual);

    /// <summary>As above: its seed, that of the failure which is to be repeated, the usual one, or another one each
    /// time.</summary>
    public static int Seed() =>
        OnlySeed() ?? (Environment.GetEnvironmentVariable(SeedVariable) == AnySeed ? Random.Shared.Next() : UsualSeed);

    private static int? OnlySeed() =>
        Environment.GetEnvironmentVariable(SeedVariable) == AnySeed ? null : Variable(SeedVariable);

    private static bool Check(int seed, Func<Case, bool> isTaken)
    {
        var made = new Case(seed);
        try
        {
            var (started, before) = (ThreadCpu.Now(), GC.GetAllocatedBytesForCurrentThread());
            var wasTaken = isTaken(made);
            var (took, used) = (ThreadCpu.Now() - started, GC.GetAllocatedBytesForCurrentThread() - before);
            Assert.True(took < MostTime, $"it took {took.TotalSeconds:0.0} s");
            Assert.True(used < MostBytes, $"it allocated {used >> 20} MiB");
            return wasTaken;
        }
        catch (Exception e)
        {
            throw new CaseFailedException(
                $"again: ./test hostile --seed {seed}\n{e.GetType().Name}: {e.Message}\n{Excerpt(made.Made)}",
                e
            );
        }
    }

    private static int? Variable(string name) =>
        Environment.GetEnvironmentVariable(name) is { Length: > 0 } text
            ? int.Parse(text, CultureInfo.InvariantCulture)
            : null;

    private static string Excerpt(string text) =>
        text.Length <= LongestShown ? text : $"{text[..LongestShown]}… ({text.Length} characters)";
}

/// <summary>What a generator made up was not survived; the message says how to see it again.</summary>
public sealed class CaseFailedException(string message, Exception inner) : Exception(message, inner)
{
    /// <summary>One defect is found by many cases: what was thrown, and where.</summary>
    internal string Kind { get; } = $"{inner.GetType()} {inner.StackTrace?.Split('\n')[0]}";
}

/// <summary>How all cases are shared out among the generators.</summary>
internal static class Share
{
    public const double Suites = 0.6,
        RunFolders = 0.1,
        WorkerReplies = 0.3;
}
