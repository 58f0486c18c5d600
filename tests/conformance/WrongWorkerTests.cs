using Pingmark.Conformance;

namespace Pingmark.ConformanceTests;

/// <summary>Workers that are wrong in one thing each fail the cases that are about it, which the same worker passes
/// without its fault.</summary>
public sealed class WrongWorkerTests
{
    /// <summary>Each fault that shows without a clock, with a case that catches it.</summary>
    public static TheoryData<string, string> InGate { get; } =
        new()
        {
            { "drops-1-in-1000", "counts.every-echo" },
            { "answers-from-a-cache", "counts.every-echo" },
            { "corrupts", "counts.every-echo" },
            { "counts-x-1.02", "counts.every-echo" },
            { "floods-stdout", "lines.quiet-stdout" },
            { "prints-garbage", "handshake.hello" },
            { "ignores-unknown-options", "handshake.unknown-option" },
            { "survives-eof", "stdin.idle" },
            { "confuses-refusals", "handshake.wrong-values" },
            { "tells-only-counted-answers", "results.run" },
            { "predates-its-slowest", "results.slowest" },
            { "trusts-echoes", "answers.corrupt" },
            { "loses-cut-answers", "answers.corrupt" },
            { "copies-what-a-library-is-to-make", "answers.serialized" },
            { "stays-connected", "disconnect.again" },
            { "stops-listening-when-it-disconnects", "disconnect.server" },
            { "counts-corrupt-outside", "answers.all-corrupt" },
            { "answers-from-the-route", "datagram.asked-address" },
        };

    /// <summary>Other cases, among them those that wait.</summary>
    public static TheoryData<string, string> Others { get; } =
        new()
        {
            { "drops-1-in-1000", "counts.pair" },
            { "answers-from-a-cache", "stream.split" },
            { "corrupts", "counts.pair" },
            { "counts-x-1.02", "results.run results.messages both-roles.two-threads" },
            { "drops-the-slowest-1-percent", "round-trips.slow-answers" },
            { "stamps-after-the-send", "round-trips.blocked-send" },
            { "ignores-unknown-options", "handshake.unknown-option-measuring" },
            { "survives-eof", "stdin.listening stdin.run" },
            { "confuses-refusals", "handshake.one-role peer.refused" },
            { "starts-at-once", "results.start" },
            { "allocates-for-each-window", "allocations.client" },
            { "hangs", "answers.lost answers.all-lost" },
            { "trusts-echoes", "answers.serialized" },
            { "looks-every-62-ms", "losses.under-load losses.in-silence" },
            { "does-not-correct", "open-loop.stall open-loop.stall-at-the-end" },
            { "is-never-late", "open-loop.stall" },
            { "spreads-its-bursts", "open-loop.bursts" },
            { "plays-slowly", "open-loop.replay" },
            { "restarts-its-schedule", "open-loop.stall open-loop.stall-at-the-end" },
            { "hides-unsent", "open-loop.unanswered" },
            { "stays-connected", "disconnect.in-turn disconnect.server" },
            { "leaks-a-descriptor", "disconnect.level" },
            { "ignores-a-run's-lost-after", "run.lost-after" },
            { "keeps-a-run's-lost-after", "run.lost-after" },
        };

    [Theory]
    [MemberData(nameof(InGate))]
    public async Task IsCaught(string fault, string cases)
    {
        var ids = cases.Split(' ');
        // A wrong worker is caught where a case waits for something in vain.
        var results = (await Tree.RunAsync([CreateTarget(fault)], ids, patience: 1))
            .Where(result => ids.Contains(result.Case))
            .ToList();
        Assert.Equal(ids.Order(), results.Select(result => result.Case).Order());
        Assert.All(results, result => Assert.False(result.Passed, result.ToString()));
    }

    [Theory]
    [Trait("Gate", "no")]
    [MemberData(nameof(Others))]
    public Task IsCaughtByOthers(string fault, string cases) => IsCaught(fault, cases);

    /// <summary>A fault does not show where it does not matter.</summary>
    [Theory]
    [Trait("Gate", "no")]
    [InlineData("drops-1-in-1000", "security.*")]
    [InlineData("corrupts", "results.*")]
    [InlineData("hangs", "results.*")]
    [InlineData("survives-eof", "stream.*")]
    [InlineData("trusts-echoes", "counts.*")]
    public async Task OtherCasesPass(string fault, string cases)
    {
        var results = await Tree.RunAsync([CreateTarget(fault)], [cases]);
        Assert.NotEmpty(results);
        Tree.AssertAllPass(results);
    }

    [Fact]
    public async Task WithoutAFaultItPasses() =>
        Tree.AssertAllPass(
            await Tree.RunAsync([CreateTarget("none")], [.. InGate.Select(row => (string)row[1]).Distinct()])
        );

    [Fact]
    [Trait("Gate", "no")]
    public async Task WithoutAFaultItPassesEverything() =>
        Tree.AssertAllPass(await Tree.RunAsync([CreateTarget("none")]));

    private static ConformanceTarget CreateTarget(string fault) =>
        new(
            $"wrong/worker {fault}",
            ["dotnet", Path.Combine(AppContext.BaseDirectory, "pingmark-wrong-workers.dll"), fault],
            AppContext.BaseDirectory,
            []
        );
}
