namespace Pingmark.ConformanceTests;

/// <summary>Workers that are wrong in one thing each are caught by the case that is about it, which the same worker
/// passes without its fault.</summary>
public class WrongWorkerTests
{
    public static TheoryData<string, string> Prompt => Faults.Rows(Faults.Prompt);
    public static TheoryData<string, string> Others => Faults.Rows(Faults.Others);
    public static TheoryData<string, string> Narrow => Faults.Rows(Faults.Narrow);

    [Theory]
    [MemberData(nameof(Prompt))]
    public Task IsCaughtByName(string fault, string caseId) => WrongWorker.IsCaughtAsync(fault, caseId);

    [Theory]
    [Trait("Gate", "no")]
    [MemberData(nameof(Others))]
    public Task IsCaughtByOthers(string fault, string caseId) => WrongWorker.IsCaughtAsync(fault, caseId);

    /// <summary>Where a stack takes the steps of a message itself, the kit lets none out of order.</summary>
    [Theory]
    [InlineData("records-before-it-sends", "settle, before")]
    [InlineData("receives-before-it-settles", "receive, before")]
    public async Task TheKitRefusesAWrongOrder(string fault, string step)
    {
        var result = Assert.Single(await Tree.RunWrongAsync(WrongWorker.With(fault), "results.run"));
        Assert.False(result.Passed);
        Assert.Contains($"out of order: {step}", result.Failure!.Seen);
    }

    [Fact]
    [Trait("Gate", "no")]
    public async Task WithoutAFaultItPassesEverything() => WrongWorker.AllPass(await WrongWorker.RightAsync());

    /// <summary>A narrow fault does not show where it does not matter.</summary>
    [Theory]
    [Trait("Gate", "no")]
    [MemberData(nameof(Narrow))]
    public async Task OtherCasesPass(string fault, string cases) =>
        WrongWorker.AllPass(await Faults.ResultsAsync(fault, cases));
}
