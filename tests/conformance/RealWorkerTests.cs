namespace Pingmark.ConformanceTests;

/// <summary>Every worker of the tree keeps to the protocol, in every case that applies to it, with every
/// stack.</summary>
public class RealWorkerTests
{
    [EveryWorker]
    public void Conforms() { }
}
