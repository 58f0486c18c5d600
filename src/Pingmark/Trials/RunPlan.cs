using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Which cells still need rounds, and which of them go into one block. Cells leave when they fail or are
/// precise enough.</summary>
public sealed class RunPlan
{
    /// <summary>The longest wait of a cell for its next slice: after 600 ms asynchronous runtimes lose a quarter of
    /// their rate.</summary>
    private const long MaxPauseNs = 500_000_000;

    private const int MaxConnectionsAtFirst = 64;

    private readonly SuiteSettings _settings;
    private readonly List<Group> _groups;
    private readonly HashSet<string> _notSliced = [];
    private IReadOnlySet<string> _withVerdict = new HashSet<string>();
    private int _blocks;

    public RunPlan(IEnumerable<Cell> cells, SuiteSettings settings)
    {
        _settings = settings;
        _groups = cells.GroupBy(c => c.ComparedWithin).Select(g => new Group(g.First(), g.Skip(1).ToList())).ToList();
    }

    public bool IsFinished => _groups.Count == 0;

    /// <summary>The most cells that can alternate with slices of this length: 2 (n - 1) x slice ≤ 500 ms, but always a
    /// pair.</summary>
    public static int CellsPerBlock(long sliceNs) => 1 + (int)Math.Max(1, MaxPauseNs / (2 * sliceNs));

    /// <summary>Draws a round, in which every cell is once (the baseline once for each block). The order is random,
    /// except that the blocks of <see cref="FindBusiestScenario"/> come first.</summary>
    /// <param name="inOrder">Whether blocks come in the order of the suite's scenarios, so that chance does not decide
    /// which of them fit into a short budget.</param>
    public IReadOnlyList<Block> DrawRound(int round, Random random, bool inOrder = false)
    {
        var blocks = _settings.SharesSides ? DrawSharedBlocks(random) : DrawOwnBlocks(random);
        if (inOrder)
            blocks = blocks.OrderBy(cells => _groups.FindIndex(group => group.Baseline == cells[0]));
        var drawn = blocks
            .Select(cells => new Block(round, ++_blocks, cells, cells.All(CanBeSliced))
            {
                CellsWithVerdict = _withVerdict,
            })
            .ToList();
        // Each block of the first round may be measured again in it.
        if (round == 1 && _settings.BudgetNs is not null)
            _blocks += drawn.Count;
        return drawn;
    }

    private IEnumerable<IReadOnlyList<Cell>> DrawOwnBlocks(Random random)
    {
        var blocks = _groups
            .SelectMany(group => CreateBlocks(group, others => DivideIntoChunks(others, random)))
            .ToArray();
        random.Shuffle(blocks);
        var first = FindBusiestScenario();
        return [.. blocks.OrderByDescending(cells => cells[0].Scenario == first)];
    }

    /// <summary>The scenario that a round begins with: the one without a rate that has most messages in flight, so that
    /// compilers see enough messages soon. Many connections would leave threads and memory behind. Null where there is
    /// none.</summary>
    private Scenario? FindBusiestScenario() =>
        _groups
            .Select(group => group.Baseline.Scenario)
            .Where(scenario => scenario.RatePerS is null && scenario.AllConnections <= MaxConnectionsAtFirst)
            .MaxBy(scenario => scenario.TotalInFlight);

    /// <summary>Draws the blocks of cells that share sides, scenario by scenario, because sides may have to end between
    /// some of a scenario's blocks.</summary>
    private IEnumerable<IReadOnlyList<Cell>> DrawSharedBlocks(Random random)
    {
        var groups = _groups.ToArray();
        random.Shuffle(groups);
        var first = FindBusiestScenario();
        return groups
            .OrderByDescending(group => group.Baseline.Scenario == first)
            .SelectMany(group =>
                CreateBlocks(
                    group,
                    others => CreateDesign(others).DrawBlocks(CellsPerBlock(_settings.SliceNs) - 1, random)
                )
            )
            .ToList();
    }

    private BlockDesign CreateDesign(IEnumerable<Cell> others) => new(others, _settings.MostSides ?? int.MaxValue);

    /// <summary>Divides cells evenly: 7 cells become 3 + 2 + 2, not 3 + 3 + 1. Cells with several client workers are
    /// alone, because they have so many processes.</summary>
    private IEnumerable<IReadOnlyList<Cell>> DivideIntoChunks(IEnumerable<Cell> cells, Random random)
    {
        var shuffled = cells.ToArray();
        random.Shuffle(shuffled);
        var maxCells = shuffled.Any(cell => cell.Scenario.Generators is not null)
            ? 1
            : CellsPerBlock(_settings.SliceNs) - 1;
        var chunks = Math.Max(1, (shuffled.Length + maxCells - 1) / maxCells);
        return shuffled.Select((cell, i) => (cell, i)).GroupBy(x => x.i % chunks, x => x.cell).Select(c => c.ToList());
    }

    private IEnumerable<IReadOnlyList<Cell>> CreateBlocks(
        Group group,
        Func<IEnumerable<Cell>, IEnumerable<IReadOnlyList<Cell>>> sliced
    )
    {
        if (group.Others.Count == 0)
            return
            [
                [group.Baseline],
            ];
        var whole = group.Others.Where(c => !CanBeSliced(c)).Select(c => new[] { c });
        return sliced(group.Others.Where(CanBeSliced))
            .Concat<IReadOnlyList<Cell>>(whole)
            .Select(cells => (IReadOnlyList<Cell>)[group.Baseline, .. cells]);
    }

    private bool CanBeSliced(Cell cell) => !cell.Scenario.NeedsContinuousWindows && !_notSliced.Contains(cell.Id);

    /// <summary>How many pairs of workers the next round starts.</summary>
    public int PairsToStart =>
        _settings.SharesSides
            ? CountPairs(_groups.Select(group => group.Baseline))
                + (CreateDesign(_groups.SelectMany(group => group.Others)).StartedSides + 1) / 2
            : CountPairs(_groups.SelectMany(group => group.Others.Prepend(group.Baseline)));

    private static int CountPairs(IEnumerable<Cell> cells) =>
        cells.Select(cell => SideKeys.ForCell(cell, isShared: false).Server).Distinct().Count();

    /// <summary>Measures a cell whose rate in slices misleads in whole windows from then on.</summary>
    public void StopSlicing(string cellId) => _notSliced.Add(cellId);

    /// <summary>The comparisons of other cells get most of the slices that are to come.</summary>
    public void SetCellsWithVerdict(IEnumerable<string> cellIds) => _withVerdict = cellIds.ToHashSet();

    /// <summary>Drops a cell that failed. The next cell takes a baseline's place.</summary>
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

    /// <summary>Ends a cell whose comparison is precise enough, and a scenario with its last comparison.</summary>
    public void Finish(string cellId) =>
        _groups.RemoveAll(group => group.Others.RemoveAll(c => c.Id == cellId) > 0 && group.Others.Count == 0);

    private sealed record Group(Cell Baseline, List<Cell> Others);
}
