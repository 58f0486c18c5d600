namespace Pingmark.ConformanceTests;

/// <summary>Every worker of the tree keeps to the protocol.</summary>
public class RealWorkerTests
{
    [EveryWorker(Part.Gate)]
    public void Conforms() { }

    [EveryWorker(Part.All)]
    [Trait("Gate", "no")]
    public void ConformsInAllCases() { }
}
