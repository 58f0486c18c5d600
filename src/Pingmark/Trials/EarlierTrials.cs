using System.Globalization;
using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Which trials a run measures.</summary>
/// <param name="Cells">The cells that can be measured.</param>
/// <param name="Budget">The plan before the run, whose pace revises it.</param>
/// <param name="Seed">The seed of the order of cells and blocks.</param>
public sealed record TrialSchedule(SuiteSettings Settings, IReadOnlyList<Cell> Cells, BudgetPlan Budget, int Seed)
{
    /// <summary>The trials of an earlier run of the same plan and seed, which are not measured again.</summary>
    public IReadOnlyList<TrialRecord> Earlier { get; init; } = [];
}

/// <summary>The trials of a run that ended early and is resumed. The seed draws the same blocks again. A block with all
/// of its trials is not measured again. A block with some of them is measured again as a whole, because trials of
/// different times can't be compared.</summary>
internal sealed class EarlierTrials(IReadOnlyList<TrialRecord> records)
{
    private readonly ILookup<int, TrialRecord> _byBlock = records
        .Where(record => record.Round > 0)
        .ToLookup(record => record.Block);

    /// <summary>When the last of them had ended, in ns since the run began.</summary>
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

    /// <summary>Whether a block had to be measured again; later rounds may be drawn differently then.</summary>
    private bool _hasGaps;

    /// <summary>Whether all trials of a block are there.</summary>
    /// <exception cref="BadInputException">The trials are not of this plan.</exception>
    public bool HasAllOf(Block block)
    {
        var foreign = _byBlock[block.Number].FirstOrDefault(record => !BelongsTo(block, record));
        if (foreign is not null && !_hasGaps)
            throw new BadInputException(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"the run can't be resumed: its seed does not draw {foreign.Cell} in block {foreign.Block} of "
                        + $"round {foreign.Round}"
                )
            );
        var isWhole =
            foreign is null && block.Cells.All(cell => _byBlock[block.Number].Any(record => record.Cell == cell.Id));
        _hasGaps |= !isWhole;
        return isWhole;
    }

    public bool HasPartOf(Block block) => _byBlock.Contains(block.Number);

    /// <summary>Whether a trial belongs to a block. A worker that could not end in order is recorded with the last
    /// block of its round, whatever it measured.</summary>
    private static bool BelongsTo(Block block, TrialRecord record) =>
        record.Round == block.Round
        && (record.Status != CellStatus.Ok || block.Cells.Any(cell => cell.Id == record.Cell));

    public IEnumerable<TrialRecord> InBlocks(IEnumerable<Block> blocks) =>
        blocks.Where(HasAllOf).SelectMany(block => _byBlock[block.Number]);
}
