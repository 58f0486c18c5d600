using System.Collections.Concurrent;
using System.IO.Enumeration;
using Pingmark.Conformance;

namespace Pingmark.ConformanceTests;

/// <summary>Each fault of the wrong workers, with the cases that are about it. They are all tried in one run of its
/// worker, for to start processes takes longer than most cases.</summary>
internal static class Faults
{
    private static readonly ConcurrentDictionary<(string, bool), Lazy<Task<IReadOnlyList<CaseResult>>>> Runs = new();

    /// <summary>Each fault that shows without a clock, with one case that catches it.</summary>
    public static readonly (string Fault, string Case)[] Prompt =
    [
        ("drops-1-in-1000", "counts.every-echo"),
        ("answers-from-a-cache", "counts.every-echo"),
        ("corrupts", "counts.every-echo"),
        ("lies-in-its-counts", "counts.server"),
        ("counts-x-1.02", "counts.server"),
        ("floods-stdout", "lines.quiet-stdout"),
        ("prints-garbage", "handshake.hello"),
        ("ignores-unknown-options", "handshake.unknown-option"),
        ("survives-eof", "stdin.idle"),
        ("confuses-refusals", "handshake.wrong-values"),
        ("tells-only-counted-answers", "results.answered"),
        ("tells-no-send-of-its-slowest", "results.slowest"),
        ("stretches-its-slowest", "results.slowest"),
        ("predates-its-slowest", "results.slowest"),
        ("trusts-echoes", "answers.corrupt-first-byte"),
        ("loses-cut-answers", "answers.wrong-length"),
        ("copies-what-a-library-is-to-make", "answers.serialized"),
        ("stays-connected", "disconnect.again"),
        ("stops-listening-when-it-disconnects", "disconnect.server"),
        ("counts-corrupt-outside", "answers.all-corrupt"),
    ];

    public static readonly (string Fault, string Case)[] Others =
    [
        ("drops-1-in-1000", "counts.100-in-flight"),
        ("answers-from-a-cache", "stream.split"),
        ("corrupts", "counts.100-connections"),
        ("lies-in-its-counts", "counts.client"),
        ("lies-in-its-counts", "results.messages"),
        ("lies-in-its-counts", "both-roles.two-threads"),
        ("counts-x-1.02", "counts.client"),
        ("counts-x-1.02", "results.messages"),
        ("drops-the-slowest-1-percent", "round-trips.slow-answers"),
        ("stamps-after-the-send", "round-trips.blocked-send"),
        ("ignores-unknown-options", "handshake.unknown-option-measuring"),
        ("survives-eof", "stdin.listening"),
        ("survives-eof", "stdin.run"),
        ("confuses-refusals", "handshake.one-role"),
        ("confuses-refusals", "peer.refused"),
        ("starts-at-once", "results.start"),
        ("allocates-for-each-window", "allocations.client"),
    ];

    /// <summary>In what is lost, late or connected anew, whose cases wait.</summary>
    public static readonly (string Fault, string Case)[] Late =
    [
        ("hangs", "answers.lost"),
        ("hangs", "answers.all-lost"),
        ("trusts-echoes", "answers.corrupt-last-byte"),
        ("trusts-echoes", "answers.wrong-length"),
        ("trusts-echoes", "answers.serialized"),
        ("waits-62-ms", "losses.in-silence"),
        ("looks-every-62-ms", "losses.under-load"),
        ("looks-every-62-ms", "losses.in-silence"),
        ("does-not-correct", "open-loop.stall"),
        ("does-not-correct", "open-loop.stall-at-the-end"),
        ("is-never-late", "open-loop.stall"),
        ("spreads-its-bursts", "open-loop.bursts"),
        ("plays-slowly", "open-loop.replay"),
        ("restarts-its-schedule", "open-loop.stall"),
        ("restarts-its-schedule", "open-loop.stall-at-the-end"),
        ("hides-unsent", "open-loop.unanswered"),
        ("stays-connected", "disconnect.in-turn"),
        ("stays-connected", "disconnect.server"),
        ("leaks-a-descriptor", "disconnect.level"),
        ("ignores-a-run's-lost-after", "run.lost-after"),
        ("keeps-a-run's-lost-after", "run.lost-after"),
    ];

    /// <summary>With cases in which the fault does not matter.</summary>
    public static readonly (string Fault, string Cases)[] Narrow =
    [
        ("drops-1-in-1000", "security.*"),
        ("corrupts", "results.*"),
        ("hangs", "results.*"),
        ("survives-eof", "stream.*"),
        ("trusts-echoes", "counts.*"),
    ];

    public static TheoryData<string, string> Rows(IEnumerable<(string, string)> faults)
    {
        var rows = new TheoryData<string, string>();
        foreach (var (fault, cases) in faults)
            rows.Add(fault, cases);
        return rows;
    }

    /// <returns>At least one result.</returns>
    public static async Task<IReadOnlyList<CaseResult>> ResultsAsync(string fault, string cases)
    {
        var isPrompt = Prompt.Contains((fault, cases));
        var run = Runs.GetOrAdd(
            (fault, isPrompt),
            one => new(() => Tree.RunWrongAsync(WrongWorker.With(fault), isPrompt ? [cases] : CasesOf(fault)))
        );
        var results = (await run.Value).Where(one => FileSystemName.MatchesSimpleExpression(cases, one.Case)).ToList();
        Assert.NotEmpty(results);
        return results;
    }

    private static List<string> CasesOf(string fault) =>
        [.. Others.Concat(Late).Concat(Narrow).Where(one => one.Item1 == fault).Select(one => one.Item2)];
}
