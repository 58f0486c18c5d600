using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Knows which cells still need rounds, and which of them go into one block. Cells leave when they fail or are
/// precise enough.</summary>
public sealed class RunPlan
{
    /// <summary>The longest time in ns that a cell of a block waits for its next slice: after 600 ms asynchronous
    /// runtimes lose a quarter of their rate.</summary>
    private const long LongestPauseNs = 500_000_000;

    private readonly SuiteSettings _settings;
    private readonly List<Group> _groups;
    private readonly HashSet<string> _unsliced = [];
    private IReadOnlySet<string> _decided = new HashSet<string>();
    private int _blocks;

    public RunPlan(IEnumerable<Cell> cells, SuiteSettings settings)
    {
        _settings = settings;
        _groups = cells.GroupBy(c => c.ComparedWithin).Select(g => new Group(g.First(), g.Skip(1).ToList())).ToList();
    }

    public bool IsFinished => _groups.Count == 0;

    /// <summary>The most cells that can alternate with slices of this length: 2 (n - 1) x slice ≤ 500 ms, but always a
    /// pair.</summary>
    public static int CellsPerBlock(long sliceNs) => 1 + (int)Math.Max(1, LongestPauseNs / (2 * sliceNs));

    /// <summary>Draws a round, in which every cell is once (the baseline once a block), and cells and blocks are in
    /// random order, but that the blocks of <see cref="Busiest"/> come first.</summary>
    /// <param name="inOrder">Whether blocks come in the order of the suite's scenarios in place of that one: where a
    /// budget does not hold all of them, those that it holds are not left to chance.</param>
    public IReadOnlyList<Block> Round(int round, Random random, bool inOrder = false)
    {
        var blocks = _settings.SharesSides ? SharingBlocks(random) : OwnBlocks(random);
        if (inOrder)
            blocks = blocks.OrderBy(cells => _groups.FindIndex(group => group.Baseline == cells[0]));
        var drawn = blocks
            .Select(cells => new Block(round, ++_blocks, cells, Sliced: cells.All(MayBeSliced)) { Decided = _decided })
            .ToList();
        // Each block of the first round may be measured again in it.
        if (round == 1 && _settings.BudgetNs is not null)
            _blocks += drawn.Count;
        return drawn;
    }

    private IEnumerable<IReadOnlyList<Cell>> OwnBlocks(Random random)
    {
        var blocks = _groups.SelectMany(group => BlocksOf(group, others => Chunks(others, random))).ToArray();
        random.Shuffle(blocks);
        var first = Busiest();
        return [.. blocks.OrderByDescending(cells => cells[0].Scenario == first)];
    }

    /// <summary>The scenario that a round begins with: of those without a rate the one with most messages in flight,
    /// where compilers have seen their messages in a fraction of the time that one connection takes. It has no more
    /// than <see cref="MostConnectionsAtFirst"/>, for many leave threads and memory behind. Null where there is
    /// none.</summary>
    private Scenario? Busiest() =>
        _groups
            .Select(group => group.Baseline.Scenario)
            .Where(scenario => scenario.RatePerS is null && scenario.AllConnections <= MostConnectionsAtFirst)
            .MaxBy(scenario => scenario.TotalInFlight);

    private const int MostConnectionsAtFirst = 64;

    /// <summary>Draws the blocks of cells that share sides, scenario by scenario, since sides may have to be ended and
    /// started anew between some of a scenario's blocks.</summary>
    private IEnumerable<IReadOnlyList<Cell>> SharingBlocks(Random random)
    {
        var groups = _groups.ToArray();
        random.Shuffle(groups);
        var first = Busiest();
        return groups
            .OrderByDescending(group => group.Baseline.Scenario == first)
            .SelectMany(group =>
                BlocksOf(group, others => Apart(others).Blocks(CellsPerBlock(_settings.SliceNs) - 1, random))
            )
            .ToList();
    }

    private BlockDesign Apart(IEnumerable<Cell> others) => new(others, _settings.MostSides ?? int.MaxValue);

    /// <summary>Divides cells evenly: 7 cells become 3 + 2 + 2, and not 3 + 3 + 1. A cell of several client workers has
    /// so many processes and connections that no more than a pair is up.</summary>
    private IEnumerable<IReadOnlyList<Cell>> Chunks(IEnumerable<Cell> cells, Random random)
    {
        var shuffled = cells.ToArray();
        random.Shuffle(shuffled);
        var most = shuffled.Any(cell => cell.Scenario.Generators is not null)
            ? 1
            : CellsPerBlock(_settings.SliceNs) - 1;
        var chunks = Math.Max(1, (shuffled.Length + most - 1) / most);
        return shuffled.Select((cell, i) => (cell, i)).GroupBy(x => x.i % chunks, x => x.cell).Select(c => c.ToList());
    }

    private IEnumerable<IReadOnlyList<Cell>> BlocksOf(
        Group group,
        Func<IEnumerable<Cell>, IEnumerable<IReadOnlyList<Cell>>> sliced
    )
    {
        if (group.Others.Count == 0)
            return
            [
                [group.Baseline],
            ];
        var whole = group.Others.Where(c => !MayBeSliced(c)).Select(c => new[] { c });
        return sliced(group.Others.Where(MayBeSliced))
            .Concat<IReadOnlyList<Cell>>(whole)
            .Select(cells => (IReadOnlyList<Cell>)[group.Baseline, .. cells]);
    }

    private bool MayBeSliced(Cell cell) => !cell.Scenario.NeedsContinuousWindows && !_unsliced.Contains(cell.Id);

    /// <summary>How many pairs of workers the next round starts.</summary>
    public int Pairs =>
        _settings.SharesSides
            ? Own(_groups.Select(group => group.Baseline))
                + (Apart(_groups.SelectMany(group => group.Others)).Started + 1) / 2
            : Own(_groups.SelectMany(group => group.Others.Prepend(group.Baseline)));

    private static int Own(IEnumerable<Cell> cells) =>
        cells.Select(cell => SideKeys.ForCell(cell, isShared: false).Server).Distinct().Count();

    /// <summary>Notes that a cell's rate in slices is not its rate in continuous windows: from then on the cell is
    /// measured in whole trials, interleaved with the baseline's.</summary>
    public void StopSlicing(string cellId) => _unsliced.Add(cellId);

    /// <summary>Notes which comparisons have a verdict: the others get most of the slices that are to come.</summary>
    public void NoteDecided(IEnumerable<string> cellIds) => _decided = cellIds.ToHashSet();

    /// <summary>Drops a cell that failed. Another one takes a baseline's place; a cell that is left alone is measured
    /// on.</summary>
    public void Drop(string cellId)
    {
        foreach (var group in _groups.ToList())
        {
            group.Others.RemoveAll(c => c.Id == cellId);
            if (group.Baseline.Id != cellId)
                continue;
            if (group.Others.Count == 0)
                _groups.Remove(group);
            else
                _groups[_groups.IndexOf(group)] = new(group.Others[0], group.Others[1..]);
        }
    }

    /// <summary>Ends a cell whose comparison is precise enough. A scenario ends with its last comparison.</summary>
    public void Finish(string cellId) =>
        _groups.RemoveAll(group => group.Others.RemoveAll(c => c.Id == cellId) > 0 && group.Others.Count == 0);

    private sealed record Group(Cell Baseline, List<Cell> Others);
}
