using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Forms the blocks of cells that share their sides. A side is in one cell of a block, because all of a
/// block's cells are connected at once. Where not all sides may be up at once, blocks come in groups whose sides may,
/// and each side is started once for each group.</summary>
internal sealed class BlockDesign
{
    private const int BaselineSides = 2;

    private readonly IReadOnlyList<IReadOnlyList<Seat>> _groups;

    /// <param name="others">The cells of a scenario without its baseline.</param>
    /// <param name="maxSides">The most sides that may be up, the baseline's two among them.</param>
    public BlockDesign(IEnumerable<Cell> others, int maxSides) =>
        _groups = DivideIntoGroups(NumberSides(others), Math.Max(BaselineSides, maxSides - BaselineSides));

    /// <summary>A cell with the numbers of its sides.</summary>
    private sealed record Seat(Cell Cell, int Server, int Client);

    private static List<Seat> NumberSides(IEnumerable<Cell> cells)
    {
        var numbers = new Dictionary<SideKey, int>();
        return cells
            .Select(cell =>
            {
                var keys = SideKeys.ForCell(cell, isShared: true);
                return new Seat(cell, NumberOf(keys.Server), NumberOf(keys.Client));
            })
            .ToList();

        int NumberOf(SideKey key) => numbers.TryGetValue(key, out var known) ? known : numbers[key] = numbers.Count;
    }

    /// <summary>The number of sides that a round starts, without the baseline's.</summary>
    public int StartedSides => _groups.Sum(CountSides);

    private static int CountSides(IEnumerable<Seat> seats) =>
        seats.SelectMany(seat => new[] { seat.Server, seat.Client }).Distinct().Count();

    /// <summary>Draws blocks of about the same size in which every cell is once, in random order.</summary>
    /// <param name="maxCells">The most cells of a block, without its baseline.</param>
    public IEnumerable<IReadOnlyList<Cell>> DrawBlocks(int maxCells, Random random)
    {
        var groups = _groups.ToArray();
        random.Shuffle(groups);
        return groups.SelectMany(group => DrawBlocks(group, maxCells, random)).ToList();
    }

    private static IReadOnlyList<Cell>[] DrawBlocks(IReadOnlyList<Seat> group, int maxCells, Random random)
    {
        var seats = group.ToArray();
        random.Shuffle(seats);
        var minBlocks = new[]
        {
            (seats.Length + maxCells - 1) / maxCells,
            seats.CountBy(seat => seat.Server).Max(side => side.Value),
            seats.CountBy(seat => seat.Client).Max(side => side.Value),
        }.Max();
        var blocks = Enumerable.Range(0, minBlocks).Select(_ => new OpenBlock()).ToList();
        foreach (var seat in seats)
        {
            // Into the emptiest, so that no block has little but its baseline.
            var block = blocks.Where(b => b.Cells.Count < maxCells && b.HasRoomFor(seat)).MinBy(b => b.Cells.Count);
            if (block is null)
                blocks.Add(block = new());
            block.Add(seat);
        }
        var filled = blocks
            .Where(block => block.Cells.Count > 0)
            .Select(block => (IReadOnlyList<Cell>)block.Cells)
            .ToArray();
        random.Shuffle(filled);
        return filled;
    }

    private sealed class OpenBlock
    {
        private readonly HashSet<int> _sides = [];

        public List<Cell> Cells { get; } = [];

        public bool HasRoomFor(Seat seat) => !_sides.Contains(seat.Server) && !_sides.Contains(seat.Client);

        public void Add(Seat seat)
        {
            _sides.Add(seat.Server);
            _sides.Add(seat.Client);
            Cells.Add(seat.Cell);
        }
    }

    /// <summary>Divides the cells into groups whose sides may be up at once: by transport, since sides of different
    /// transports never meet, and then into parts of the servers and clients.</summary>
    private static List<IReadOnlyList<Seat>> DivideIntoGroups(List<Seat> seats, int maxSides) =>
        seats.Count == 0 ? []
        : CountSides(seats) <= maxSides ? [seats]
        : seats
            .GroupBy(seat => Transports.ForStack(seat.Cell.Stack))
            .SelectMany(ofOne =>
                CountSides(ofOne) <= maxSides ? [ofOne.ToList()] : DivideIntoParts(ofOne.ToList(), maxSides / 2)
            )
            .ToList();

    /// <param name="maxOfRole">The most servers, and the most clients, of a part.</param>
    private static IEnumerable<IReadOnlyList<Seat>> DivideIntoParts(List<Seat> seats, int maxOfRole)
    {
        var servers = AssignParts(seats.Select(seat => seat.Server), maxOfRole);
        var clients = AssignParts(seats.Select(seat => seat.Client), maxOfRole);
        return seats.GroupBy(seat => (servers[seat.Server], clients[seat.Client])).Select(part => part.ToList());
    }

    /// <summary>Assigns each side to a part; parts are of about the same size.</summary>
    private static Dictionary<int, int> AssignParts(IEnumerable<int> sidesOfCells, int maxSides)
    {
        var sides = sidesOfCells.Distinct().ToList();
        var parts = (sides.Count + maxSides - 1) / maxSides;
        return sides.Index().ToDictionary(side => side.Item, side => side.Index * parts / sides.Count);
    }
}
