using System.Globalization;
using Pingmark.Host;

namespace Pingmark.Observing.Kernel;

/// <summary>What the owners of turns are called: processes of others by their names, the sides as such, and of a
/// side's own threads those that compile or collect. Its other threads have no names: each works for
/// messages.</summary>
internal sealed class TurnNames(IReadOnlyList<WatchedSide> sides)
{
    private readonly Dictionary<int, WatchedSide> _sides = sides
        .GroupBy(side => side.Pid)
        .ToDictionary(same => same.Key, same => same.First());

    /// <summary>Of threads of the sides, which keep their names.</summary>
    private readonly Dictionary<int, string> _threads = [];

    /// <summary>Of processes of others, when they were seen last.</summary>
    private readonly Dictionary<int, string> _others = [];

    /// <returns>Null where it is not known any more.</returns>
    public string? Find(CoreTurn turn)
    {
        if (turn.Process == Environment.ProcessId)
            return "the controller";
        if (!_sides.TryGetValue(turn.Process, out var side))
        {
            if (Read($"/proc/{Number(turn.Process)}/comm") is { } now)
                _others[turn.Process] = now;
            return _others.GetValueOrDefault(turn.Process);
        }
        if (!_threads.TryGetValue(turn.Thread, out var name))
            _threads[turn.Thread] = name = OfSide(
                side,
                Read($"/proc/{Number(turn.Process)}/task/{Number(turn.Thread)}/comm") ?? ""
            );
        return name;
    }

    /// <summary>What the threads of a side are called that work for messages.</summary>
    public static string OfSide(string side) => $"the {side}";

    private static string OfSide(WatchedSide side, string thread) =>
        side.IsOfCompilers(thread) ? $"{thread} of the {side.Name}" : OfSide(side.Name);

    private static string Number(int id) => id.ToString(CultureInfo.InvariantCulture);

    /// <summary>Names are of anybody, who may put anything into them.</summary>
    private static string? Read(string path) =>
        KernelFile.Lines(path) is [var line, ..] && line.Length > 0
            ? string.Concat(line.Where(letter => !char.IsControl(letter)))
            : null;
}
