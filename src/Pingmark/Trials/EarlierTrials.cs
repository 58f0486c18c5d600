using System.Globalization;
using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>The trials of a run that ended early and is gone on with. The seed draws the same blocks again. A block of
/// which all trials are there is not measured again; a block of which only some are is measured again as a whole, for
/// trials of two times are not compared as of one.</summary>
internal sealed class EarlierTrials(IReadOnlyList<TrialRecord> records)
{
    private readonly ILookup<int, TrialRecord> _ofBlocks = records
        .Where(record => record.Round > 0)
        .ToLookup(record => record.Block);

    /// <summary>When the last of them had ended, in ns since the run began: what was measured later is lost.</summary>
    public long EndedNs { get; } =
        records
            .Select(record =>
                (long)(record.StartedAtS * 1e9)
                + (
                    record.Timeline is { } timeline
                        ? timeline.SliceEndedAtNs.Append(timeline.UnbrokenEndedAtNs ?? 0).Max()
                        : 0
                )
            )
            .DefaultIfEmpty(0)
            .Max();

    /// <summary>Whether some block had to be measured again: what is drawn after its round may be another
    /// block.</summary>
    private bool _hasGaps;

    /// <summary>Whether all trials of a block are there.</summary>
    /// <exception cref="BadInputException">The trials are not of this plan.</exception>
    public bool HasAllOf(Block block)
    {
        var foreign = _ofBlocks[block.Number].FirstOrDefault(record => !IsOf(block, record));
        if (foreign is not null && !_hasGaps)
            throw new BadInputException(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{foreign.Cell} in block {foreign.Block} of round {foreign.Round} is not of the plan that the "
                        + $"run's seed draws: it can't be resumed"
                )
            );
        var isWhole =
            foreign is null && block.Cells.All(cell => _ofBlocks[block.Number].Any(record => record.Cell == cell.Id));
        _hasGaps |= !isWhole;
        return isWhole;
    }

    /// <summary>Whether trials of a block are there that is measured again.</summary>
    public bool HasPartOf(Block block) => _ofBlocks.Contains(block.Number);

    /// <summary>Whether a trial is of a block. A worker that could not end in order fails with the last block of its
    /// round, whose it need not be.</summary>
    private static bool IsOf(Block block, TrialRecord record) =>
        record.Round == block.Round
        && (record.Status != CellStatus.Ok || block.Cells.Any(cell => cell.Id == record.Cell));

    public IEnumerable<TrialRecord> InBlocks(IEnumerable<Block> blocks) =>
        blocks.Where(HasAllOf).SelectMany(block => _ofBlocks[block.Number]);
}
