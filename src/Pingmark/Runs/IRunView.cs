using Pingmark.Model;
using Pingmark.Trials;

namespace Pingmark.Runs;

/// <summary>Shows people how far a run is.</summary>
internal interface IRunView
{
    /// <summary>Takes trials that have ended.</summary>
    void Add(IReadOnlyList<TrialRecord> records);

    void ShowBlock(BlockBegin begin);

    /// <summary>Is called between measurements, and may ask for the first figures of the block.</summary>
    void Watch(Func<PartialFigures> figures);
}
