namespace Pingmark.ConformanceTests;

/// <summary>Every worker of the tree keeps to the protocol, in every case that applies to it, with every
/// stack.</summary>
public class RealWorkerTests
{
    [EveryWorker(Part.Gate)]
    public void Conforms() { }

    [EveryWorker(Part.Rest)]
    [Trait("Gate", "no")]
    public void ConformsInTheRest() { }
}
