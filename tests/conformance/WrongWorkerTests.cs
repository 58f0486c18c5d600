using Pingmark.Conformance;

namespace Pingmark.ConformanceTests;

/// <summary>Workers that are wrong in one thing each are caught by the case that is about it, which the same worker
/// passes without its fault.</summary>
public class WrongWorkerTests
{
    [Theory]
    [InlineData("drops-1-in-1000", "counts.every-echo")]
    [InlineData("drops-1-in-1000", "counts.100-in-flight")]
    [InlineData("answers-from-a-cache", "counts.every-echo")]
    [InlineData("answers-from-a-cache", "stream.split")]
    [InlineData("corrupts", "counts.every-echo")]
    [InlineData("corrupts", "counts.100-connections")]
    [InlineData("hangs", "answers.lost")]
    [InlineData("hangs", "answers.all-lost")]
    [InlineData("lies-in-its-counts", "counts.server")]
    [InlineData("lies-in-its-counts", "counts.client")]
    [InlineData("lies-in-its-counts", "results.messages")]
    [InlineData("counts-x-1.02", "counts.server")]
    [InlineData("counts-x-1.02", "counts.client")]
    [InlineData("counts-x-1.02", "results.messages")]
    [InlineData("drops-the-slowest-1-percent", "round-trips.slow-answers")]
    [InlineData("stamps-after-the-send", "round-trips.blocked-send")]
    [InlineData("floods-stdout", "lines.quiet-stdout")]
    [InlineData("prints-garbage", "handshake.hello")]
    [InlineData("ignores-unknown-options", "handshake.unknown-option")]
    [InlineData("ignores-unknown-options", "handshake.unknown-option-measuring")]
    [InlineData("survives-eof", "stdin.idle")]
    [InlineData("survives-eof", "stdin.listening")]
    [InlineData("survives-eof", "stdin.run")]
    [InlineData("trusts-echoes", "answers.corrupt-first-byte")]
    [InlineData("trusts-echoes", "answers.corrupt-last-byte")]
    [InlineData("trusts-echoes", "answers.wrong-length")]
    [InlineData("loses-cut-answers", "answers.wrong-length")]
    [InlineData("confuses-refusals", "handshake.wrong-values")]
    [InlineData("confuses-refusals", "handshake.one-role")]
    [InlineData("waits-62-ms", "losses.in-silence")]
    [InlineData("looks-every-62-ms", "losses.under-load")]
    [InlineData("looks-every-62-ms", "losses.in-silence")]
    [InlineData("does-not-correct", "open-loop.stall")]
    [InlineData("does-not-correct", "open-loop.stall-at-the-end")]
    [InlineData("is-never-late", "open-loop.stall")]
    [InlineData("restarts-its-schedule", "open-loop.stall")]
    [InlineData("restarts-its-schedule", "open-loop.stall-at-the-end")]
    [InlineData("hides-unsent", "open-loop.unanswered")]
    [InlineData("stays-connected", "disconnect.again")]
    [InlineData("stays-connected", "disconnect.in-turn")]
    [InlineData("stays-connected", "disconnect.server")]
    [InlineData("stops-listening-when-it-disconnects", "disconnect.server")]
    [InlineData("leaks-a-descriptor", "disconnect.level")]
    [InlineData("ignores-a-run's-lost-after", "run.lost-after")]
    [InlineData("keeps-a-run's-lost-after", "run.lost-after")]
    [InlineData("tells-only-counted-answers", "results.answered")]
    [InlineData("counts-corrupt-outside", "answers.all-corrupt")]
    public async Task IsCaughtByName(string fault, string caseId)
    {
        var results = (await Tree.RunAsync([Target(fault)], caseId)).Where(result => result.Case == caseId).ToList();
        Assert.NotEmpty(results);
        Assert.All(results, result => Assert.False(result.Passed, result.ToString()));
        AssertPassed((await RightAsync()).Where(result => result.Case == caseId));
    }

    /// <summary>Where a stack takes the steps of a message itself, the kit lets none out of order.</summary>
    [Theory]
    [InlineData("records-before-it-sends", "settle, before")]
    [InlineData("receives-before-it-settles", "receive, before")]
    public async Task TheKitRefusesAWrongOrder(string fault, string step)
    {
        var result = Assert.Single(await Tree.RunAsync([Target(fault)], "results.run"));
        Assert.False(result.Passed);
        Assert.Contains($"out of order: {step}", result.Seen);
    }

    [Fact]
    public async Task WithoutAFaultItPassesEverything() => AssertPassed(await RightAsync());

    /// <summary>A narrow fault does not show where it does not matter.</summary>
    [Theory]
    [InlineData("drops-1-in-1000", "security.*")]
    [InlineData("corrupts", "results.*")]
    [InlineData("hangs", "results.*")]
    [InlineData("survives-eof", "stream.*")]
    [InlineData("trusts-echoes", "counts.*")]
    public async Task OtherCasesPass(string fault, string glob) =>
        AssertPassed(await Tree.RunAsync([Target(fault)], glob));

    private static async Task<IReadOnlyList<CaseResult>> RightAsync() => (await Right.Value).Results;

    private static readonly Lazy<Task<WorkerRun>> Right = new(async () =>
    {
        var right = Target("none");
        return (await WorkerRuns.PatientlyAsync([right]))[right.Name];
    });

    private static void AssertPassed(IEnumerable<CaseResult> results)
    {
        var failures = results.Where(result => !result.Passed).ToList();
        Assert.True(failures.Count == 0, string.Join('\n', failures));
    }

    private static ConformanceTarget Target(string fault) =>
        new(
            $"wrong/worker {fault}",
            ["dotnet", Path.Combine(AppContext.BaseDirectory, "pingmark-wrong-workers.dll"), fault],
            AppContext.BaseDirectory,
            []
        );
}
