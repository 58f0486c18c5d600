using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Says what becomes of a run's trials while it measures.</summary>
public interface ITrialRecorder
{
    /// <summary>Is told that a block is about to be measured.</summary>
    void Begin(BlockBegin begin);

    /// <summary>Is called between measurements, and may ask for the first figures of that block.</summary>
    void Watch(Func<PartialFigures> figures);

    /// <summary>Stores finished trials durably.</summary>
    void Keep(IReadOnlyList<TrialRecord> trials);

    /// <summary>Takes back what is kept of a block of which some trials are missing: it is measured again.</summary>
    void Forget(Block block);

    /// <summary>Judges all trials so far, after each round.</summary>
    RoundReview Review(IReadOnlyList<TrialRecord> trials);
}
