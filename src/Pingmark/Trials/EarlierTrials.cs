using System.Globalization;
using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>The trials of a run that ended early and is gone on with. The seed draws the same blocks again; one of
/// which there is a trial is not measured again, lest trials of two times be compared as of one.</summary>
internal sealed class EarlierTrials(IReadOnlyList<TrialRecord> records)
{
    private readonly ILookup<int, TrialRecord> _ofBlocks = records
        .Where(record => record.Round > 0)
        .ToLookup(record => record.Block);

    /// <summary>Since the run began, when the last of them had ended: what was measured later is lost.</summary>
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

    /// <exception cref="BadInputException">The trials are not of this plan.</exception>
    public bool Have(Block block)
    {
        if (
            _ofBlocks[block.Number]
                .FirstOrDefault(record =>
                    record.Round != block.Round || block.Cells.All(cell => cell.Id != record.Cell)
                ) is
            { } foreign
        )
            throw new BadInputException(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{foreign.Cell} in block {foreign.Block} of round {foreign.Round} is not of the plan that the "
                        + $"run's seed draws: it can't be resumed"
                )
            );
        return _ofBlocks.Contains(block.Number);
    }

    public IEnumerable<TrialRecord> Of(IEnumerable<Block> blocks) =>
        blocks.SelectMany(block => _ofBlocks[block.Number]);
}
