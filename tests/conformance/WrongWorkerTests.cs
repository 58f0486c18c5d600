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
    [InlineData("confuses-refusals", "handshake.wrong-values")]
    [InlineData("confuses-refusals", "handshake.one-role")]
    [InlineData("tells-only-counted-answers", "results.answered")]
    [InlineData("starts-at-once", "results.start")]
    public Task IsCaughtByName(string fault, string caseId) => WrongWorker.IsCaughtAsync(fault, caseId);

    /// <summary>Where a stack takes the steps of a message itself, the kit lets none out of order.</summary>
    [Theory]
    [InlineData("records-before-it-sends", "settle, before")]
    [InlineData("receives-before-it-settles", "receive, before")]
    public async Task TheKitRefusesAWrongOrder(string fault, string step)
    {
        var result = Assert.Single(await Tree.RunAsync([WrongWorker.With(fault)], "results.run"));
        Assert.False(result.Passed);
        Assert.Contains($"out of order: {step}", result.Seen);
    }

    [Fact]
    public async Task WithoutAFaultItPassesEverything() => WrongWorker.AllPass(await WrongWorker.RightAsync());

    /// <summary>A narrow fault does not show where it does not matter.</summary>
    [Theory]
    [InlineData("drops-1-in-1000", "security.*")]
    [InlineData("corrupts", "results.*")]
    [InlineData("hangs", "results.*")]
    [InlineData("survives-eof", "stream.*")]
    [InlineData("trusts-echoes", "counts.*")]
    public async Task OtherCasesPass(string fault, string glob) =>
        WrongWorker.AllPass(await Tree.RunAsync([WrongWorker.With(fault)], glob));
}
