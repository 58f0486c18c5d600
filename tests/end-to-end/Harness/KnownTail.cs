using System.Globalization;
using MathNet.Numerics.Distributions;
using Pingmark.Model;
using Pingmark.Results;
using Pingmark.Tails;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>A time in which something delayed messages, in ns by CLOCK_MONOTONIC.</summary>
internal readonly record struct DelayedSpan(long FromNs, long ToNs);

/// <summary>The slowest messages of a run's only cell beside the delays that are known: which of them these delayed,
/// and what the tail says of them.</summary>
internal sealed class KnownTail
{
    /// <summary>A known delay held a message up for so much of its excess; else the message is none of its
    /// own.</summary>
    private const double NearlyAll = 0.9;

    /// <summary>Named of those that the delays held up at least, and of the others at most.</summary>
    private const double Right = 0.9,
        Wrong = 0.05;

    /// <summary>The chance of what a share of <see cref="Right"/> may make of few messages.</summary>
    private const double Surprise = 0.01;

    /// <summary>Where others had more of the cores than this, what fails says nothing of the explanation. Waits for a
    /// core tell nothing of others: those that a run makes itself are what it is to explain.</summary>
    private const double MostForOthers = 0.1;

    /// <summary>How the run says that it could not read often enough what is to be explained.</summary>
    private const string TooRarely = "read too rarely";

    private readonly IReadOnlyList<ExplainedMessage> _messages;
    private readonly CpuAccount _account;

    private KnownTail(IReadOnlyList<ExplainedMessage> messages, TailSummary summary, CpuAccount account) =>
        (_messages, Summary, _account) = (messages, summary, account);

    public TailSummary Summary { get; }

    /// <summary>The cores that a neighbour had whom the test made; the run takes it for one of others.</summary>
    public double OwnNeighbourCores { get; set; }

    /// <summary>Whether what is named for a message that the delays had nothing to do with is known to be
    /// right.</summary>
    public Func<ExplainedMessage, bool> IsProven { get; set; } = _ => false;

    public static KnownTail Of(string folder)
    {
        using var run = RunFolder.Open(folder);
        var trials = run.Read().Trials;
        Assert.All(trials, trial => Assert.True(trial.Status == CellStatus.Ok, trial.Reason));
        return new(
            [.. trials.SelectMany(TailOfCell.Explain)],
            TailOfCell.Sum(trials)!,
            CpuAccount.FromWindows(trials.Select(trial => trial.Unbroken!))!
        );
    }

    /// <summary>The share of the cores that others and the hypervisor had, by the run's own account.</summary>
    private double OthersShare => (_account.OthersCores + _account.StealCores - OwnNeighbourCores) / _account.Cores;

    /// <summary>Asserts that the delays are named for their messages, and for no others.</summary>
    /// <param name="name">What they are to be called: kinds of event, any of which will do.</param>
    public void Names(IReadOnlyList<DelayedSpan> delays, string side, params EventKind[] name) =>
        Names(
            one => delays.Sum(delay => Overlap(one, delay)) >= NearlyAll * one.ExcessNs,
            one => !delays.Any(delay => Overlap(one, delay) > 0),
            side,
            name
        );

    /// <summary>The same for delays within which a message of their own waits from their beginning to their end; what
    /// is under way meanwhile on other connections has causes of its own.</summary>
    public void NamesThoseAround(IReadOnlyList<DelayedSpan> delays, string side, params EventKind[] name) =>
        Names(
            one => delays.Any(delay => one.FromNs <= delay.FromNs && one.ToNs >= delay.ToNs),
            one => !delays.Any(delay => Overlap(one, delay) > 0),
            side,
            name
        );

    /// <param name="isTheirs">Whether a known delay is why the message was slow.</param>
    /// <param name="isOther">Whether none had to do with it.</param>
    public void Names(
        Func<SlowMessage, bool> isTheirs,
        Func<SlowMessage, bool> isOther,
        string side,
        params EventKind[] name
    )
    {
        var theirs = _messages.Where(one => isTheirs(one.Message)).ToList();
        var others = _messages.Where(one => isOther(one.Message)).ToList();
        var (right, wrong) = (theirs.Count(IsNamed), others.Count(one => IsNamed(one) && !IsProven(one)));
        var said =
            $"{right} of {theirs.Count} are named (others of them: {Others(theirs)}), "
            + $"and {wrong} of {others.Count} others; the tail: "
            + string.Join(", ", Summary.Causes.Select(cause => $"{cause.Messages} {cause.Kind} of {cause.Side}"))
            + string.Create(
                CultureInfo.InvariantCulture,
                $", {Summary.Unexplained} unexplained; others had {OthersShare:P1} of the cores"
            );
        var holds = theirs.Count > 0 && IsEnough(right, theirs.Count) && wrong <= Math.Max(1, Wrong * others.Count);
        Skip.If(!holds && OthersShare > MostForOthers, $"noise disturbs it: {said}");
        Skip.If(
            !holds && Summary.NotObserved.Any(what => what.Contains(TooRarely)),
            $"noise disturbs it: threads were {TooRarely}; {said}"
        );
        Assert.True(holds, said);
        // The summary is of the same messages.
        var summed = Summary.Causes.Where(cause => IsOf(cause.Kind, cause.Side)).Sum(cause => cause.Messages);
        Assert.Equal(_messages.Count(IsNamed), summed);

        string Others(IEnumerable<ExplainedMessage> all) =>
            string.Join(
                ", ",
                all.Where(one => !IsNamed(one))
                    .GroupBy(one => one.Cause is { } cause ? $"{cause.Kind.Key} of {cause.Side}" : "unexplained")
                    .Select(same => $"{same.Count()} {same.Key}")
            );
        bool IsNamed(ExplainedMessage one) => one.Cause is { } cause && IsOf(cause.Kind.Key, cause.Side);
        bool IsOf(string kind, string whose) => whose == side && name.Any(wanted => wanted.Key == kind);
    }

    /// <summary>Whether so few are no surprise where the share that is asked for is named: of a dozen messages one or
    /// two more or less are chance.</summary>
    private static bool IsEnough(int named, int of) => named == of || Binomial.CDF(Right, of, named) >= Surprise;

    private static long Overlap(SlowMessage one, DelayedSpan delay) =>
        Math.Max(0, Math.Min(one.ToNs, delay.ToNs) - Math.Max(one.FromNs, delay.FromNs));

    /// <summary>The delays that a server of tests/known-answers wrote down.</summary>
    public static IReadOnlyList<DelayedSpan> Written(string folder) =>
        [
            .. Directory
                .EnumerateFiles(folder)
                .SelectMany(File.ReadLines)
                .Select(line => line.Split(' '))
                .Select(words => new DelayedSpan(Number(words[0]), Number(words[1]))),
        ];

    private static long Number(string text) => long.Parse(text, CultureInfo.InvariantCulture);
}
