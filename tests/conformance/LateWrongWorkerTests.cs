namespace Pingmark.ConformanceTests;

/// <summary>The same of faults in what is lost, late or connected anew, whose cases wait: beside the others.</summary>
public class LateWrongWorkerTests
{
    [Theory]
    [InlineData("hangs", "answers.lost")]
    [InlineData("hangs", "answers.all-lost")]
    [InlineData("trusts-echoes", "answers.corrupt-first-byte")]
    [InlineData("trusts-echoes", "answers.corrupt-last-byte")]
    [InlineData("trusts-echoes", "answers.wrong-length")]
    [InlineData("loses-cut-answers", "answers.wrong-length")]
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
    [InlineData("counts-corrupt-outside", "answers.all-corrupt")]
    public Task IsCaughtByName(string fault, string caseId) => WrongWorker.IsCaughtAsync(fault, caseId);
}
