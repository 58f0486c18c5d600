using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>What a block took, or what it should take.</summary>
/// <param name="OverheadNs">What it takes in ns beside counted time.</param>
/// <param name="WarmNs">The part of it until all of its cells are warm; null where it is not known.</param>
/// <param name="LongestNs">The counted time in ns that each cell can use, by the rate that was measured, for a number
/// of messages may end it.</param>
internal sealed record BlockPace(long OverheadNs, long? WarmNs, IReadOnlyList<long> LongestNs)
{
    /// <summary>What a block takes when all of its cells are warm, in ns beside counted time.</summary>
    public long OnceWarmNs => WarmNs is { } warm ? Math.Max(0, OverheadNs - warm) : 0;

    /// <summary>The pace of a block that takes so many times as long.</summary>
    public BlockPace Times(double factor) =>
        this with
        {
            OverheadNs = (long)(OverheadNs * factor),
            WarmNs = WarmNs is { } warm ? (long)(warm * factor) : null,
        };
}

/// <summary>A block of a round, and what was foreseen for it before anything was measured.</summary>
/// <param name="OverheadNs">What it should take in ns beside counted time; processes that it starts are in it.</param>
internal sealed record ForeseenBlock(Block Block, long OverheadNs)
{
    private ComparedWithin Group => Block.Baseline.ComparedWithin;

    /// <summary>Says what the blocks of a round should take, by what those of the round before took. Blocks come in
    /// another order in each round, and other cells are in them, so that it goes by what is compared, and not by
    /// places.</summary>
    /// <param name="before">The blocks of the round before.</param>
    /// <param name="took">What each of them took.</param>
    public static IEnumerable<BlockPace> Expect(
        IReadOnlyList<ForeseenBlock> round,
        IReadOnlyList<ForeseenBlock> before,
        IReadOnlyList<BlockPace> took
    )
    {
        var known = before.Zip(took).ToList();
        var longestNs = known
            .SelectMany(one => one.First.Block.Cells.Zip(one.Second.LongestNs))
            .GroupBy(cell => cell.First.Id)
            .ToDictionary(cell => cell.Key, cell => cell.Last().Second);
        return round.Select(block =>
        {
            var ofGroup = known.Where(one => one.First.Group == block.Group).ToList();
            return block.At(
                ofGroup.Count > 0 ? ofGroup : known,
                [.. block.Block.Cells.Select(cell => longestNs.GetValueOrDefault(cell.Id, long.MaxValue))]
            );
        });
    }

    private BlockPace At(List<(ForeseenBlock Foreseen, BlockPace Took)> known, IReadOnlyList<long> longestNs)
    {
        var all = known.Sum(one => one.Foreseen.OverheadNs);
        if (all == 0)
            return new(OverheadNs, WarmNs: null, longestNs);
        var warmNs = known.All(one => one.Took.WarmNs is not null) ? known.Sum(one => one.Took.WarmNs) : null;
        return new BlockPace(known.Sum(one => one.Took.OverheadNs), warmNs, longestNs).Times((double)OverheadNs / all);
    }
}
