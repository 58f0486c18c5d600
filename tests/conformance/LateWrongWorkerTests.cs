namespace Pingmark.ConformanceTests;

/// <summary>The same of faults whose cases wait: beside the others.</summary>
[Trait("Gate", "no")]
public class LateWrongWorkerTests
{
    public static TheoryData<string, string> Late => Faults.Rows(Faults.Late);

    [Theory]
    [MemberData(nameof(Late))]
    public Task IsCaughtByName(string fault, string caseId) => WrongWorker.IsCaughtAsync(fault, caseId);
}
