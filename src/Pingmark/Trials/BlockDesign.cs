using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Makes the blocks of cells that share their sides. A side is in one cell of a block, so that all of a
/// block's cells are connected at once and alternate in slices. Where fewer sides may be up than there are, blocks come
/// in groups whose sides may: then each side is started once a group, and not once a block.</summary>
internal sealed class BlockDesign
{
    private const int OfBaseline = 2;

    private readonly IReadOnlyList<IReadOnlyList<Seat>> _groups;

    /// <summary>Makes the design of a scenario's cells.</summary>
    /// <param name="others">The cells of the scenario without its baseline.</param>
    /// <param name="mostSides">The most sides that may be up, the baseline's two among them.</param>
    public BlockDesign(IEnumerable<Cell> others, int mostSides) =>
        _groups = Groups(Seats(others), Math.Max(OfBaseline, mostSides - OfBaseline));

    /// <summary>A cell with the numbers of its sides.</summary>
    private sealed record Seat(Cell Cell, int Server, int Client);

    private static List<Seat> Seats(IEnumerable<Cell> cells)
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

    /// <summary>How many sides a round starts, without the baseline's.</summary>
    public int Started => _groups.Sum(SidesOf);

    private static int SidesOf(IEnumerable<Seat> seats) =>
        seats.SelectMany(seat => new[] { seat.Server, seat.Client }).Distinct().Count();

    /// <summary>Draws blocks of about the same size in which every cell is once, in random order.</summary>
    /// <param name="most">The most cells of a block, without its baseline.</param>
    public IEnumerable<IReadOnlyList<Cell>> Blocks(int most, Random random)
    {
        var groups = _groups.ToArray();
        random.Shuffle(groups);
        return groups.SelectMany(group => Blocks(group, most, random)).ToList();
    }

    private static IReadOnlyList<Cell>[] Blocks(IReadOnlyList<Seat> group, int most, Random random)
    {
        var seats = group.ToArray();
        random.Shuffle(seats);
        var fewest = new[]
        {
            (seats.Length + most - 1) / most,
            seats.CountBy(seat => seat.Server).Max(side => side.Value),
            seats.CountBy(seat => seat.Client).Max(side => side.Value),
        }.Max();
        var blocks = Enumerable.Range(0, fewest).Select(_ => new Filling()).ToList();
        foreach (var seat in seats)
        {
            // Into the emptiest, lest the last ones hold little but their baseline.
            var block = blocks.Where(b => b.Cells.Count < most && b.HasRoomFor(seat)).MinBy(b => b.Cells.Count);
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

    private sealed class Filling
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

    /// <summary>Divides the cells into groups whose sides may be up at once: one where all may; else the cells of each
    /// transport, whose sides never meet, and of these some servers with some clients.</summary>
    private static List<IReadOnlyList<Seat>> Groups(List<Seat> seats, int mostSides) =>
        seats.Count == 0 ? []
        : SidesOf(seats) <= mostSides ? [seats]
        : seats
            .GroupBy(seat => Transports.ForStack(seat.Cell.Stack))
            .SelectMany(ofOne => SidesOf(ofOne) <= mostSides ? [ofOne.ToList()] : Parts(ofOne.ToList(), mostSides / 2))
            .ToList();

    /// <summary>Divides cells so that no part has too many sides.</summary>
    /// <param name="most">The most sides of one role in a part.</param>
    private static IEnumerable<IReadOnlyList<Seat>> Parts(List<Seat> seats, int most)
    {
        var servers = PartOf(seats.Select(seat => seat.Server), most);
        var clients = PartOf(seats.Select(seat => seat.Client), most);
        return seats.GroupBy(seat => (servers[seat.Server], clients[seat.Client])).Select(part => part.ToList());
    }

    /// <summary>Says which part each side is in; parts are of about the same size.</summary>
    private static Dictionary<int, int> PartOf(IEnumerable<int> ofCells, int most)
    {
        var sides = ofCells.Distinct().ToList();
        var parts = (sides.Count + most - 1) / most;
        return sides.Index().ToDictionary(side => side.Item, side => side.Index * parts / sides.Count);
    }
}
