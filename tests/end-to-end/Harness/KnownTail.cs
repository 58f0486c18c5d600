using System.Globalization;
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

    private readonly IReadOnlyList<ExplainedMessage> _messages;
    private readonly CpuPressure _pressure;

    private KnownTail(IReadOnlyList<ExplainedMessage> messages, TailSummary summary, CpuPressure pressure) =>
        (_messages, Summary, _pressure) = (messages, summary, pressure);

    public TailSummary Summary { get; }

    /// <param name="pressure">Since before the run.</param>
    public static KnownTail Of(string folder, CpuPressure pressure)
    {
        using var run = RunFolder.Open(folder);
        var trials = run.Read().Trials;
        Assert.All(trials, trial => Assert.True(trial.Status == CellStatus.Ok, trial.Reason));
        return new([.. trials.SelectMany(TailOfCell.Explain)], TailOfCell.Sum(trials)!, pressure);
    }

    /// <summary>Asserts that the delays are named for their messages, and for no others.</summary>
    /// <param name="name">What they are to be called: kinds of event, any of which will do.</param>
    public void Names(IReadOnlyList<DelayedSpan> delays, string side, params EventKind[] name) =>
        Names(
            one => delays.Sum(delay => Overlap(one, delay)) >= NearlyAll * one.ExcessNs,
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
        var (right, wrong) = (theirs.Count(IsNamed), others.Count(IsNamed));
        var said =
            $"{right} of {theirs.Count} are named, and {wrong} of {others.Count} others; the tail: "
            + string.Join(", ", Summary.Causes.Select(cause => $"{cause.Messages} {cause.Kind} of {cause.Side}"))
            + $", {Summary.Unexplained} unexplained";
        var holds = theirs.Count > 0 && right >= Right * theirs.Count && wrong <= Math.Max(1, Wrong * others.Count);
        _pressure.SkipIfBusy(!holds);
        Assert.True(holds, said);
        // The summary is of the same messages.
        var summed = Summary.Causes.Where(cause => IsOf(cause.Kind, cause.Side)).Sum(cause => cause.Messages);
        Assert.Equal(_messages.Count(IsNamed), summed);

        bool IsNamed(ExplainedMessage one) => one.Cause is { } cause && IsOf(cause.Kind.Key, cause.Side);
        bool IsOf(string kind, string whose) => whose == side && name.Any(wanted => wanted.Key == kind);
    }

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
