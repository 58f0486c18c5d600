using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Observing.Kernel;

/// <summary>Names who had the cores of the sides while their threads waited, by each switch of these cores. That costs
/// something for each switch, so it is for those who ask.</summary>
internal sealed class SwitchedCores(IReadOnlyList<WatchedSide> sides) : IWaitNames
{
    /// <summary>The share of a core that reading may take: who reads too rarely loses switches.</summary>
    private const double MostShare = 0.1;

    /// <summary>Who had a core for less of a wait is not why.</summary>
    private const double Enough = 0.5;

    private readonly List<string> _notObserved = [];
    private List<SwitchSource> _sources = [];
    private ReadingThread? _thread;
    private Dictionary<string, CoreTurns> _turns = [];

    public IReadOnlyList<string> NotObserved => _notObserved;

    public void Begin()
    {
        List<int> cores = [.. sides.SelectMany(side => side.Cores).Distinct()];
        var names = new TurnNames(sides);
        _sources = [];
        try
        {
            foreach (var core in cores)
                _sources.Add(new(core, names));
            // It does not give way: who has ended before it reads has no name any more.
            _thread = new(_sources, cores, MostShare);
        }
        catch (IOException e)
        {
            NoteOnce(
                $"who had the cores while threads waited for them: {e.Message}; it takes root, CAP_PERFMON, or "
                    + "kernel.perf_event_paranoid=0"
            );
            Close();
        }
    }

    public long End()
    {
        var usedNs = _thread?.End() ?? 0;
        _sources.ForEach(source => source.End(Clock.NowNs));
        _turns = sides
            .GroupBy(side => side.Name)
            .ToDictionary(
                same => same.Key,
                same => new CoreTurns(
                    _sources
                        .Where(source => same.Any(side => side.Cores.Contains(source.Core)))
                        .SelectMany(source => source.Turns)
                        .Where(turn => turn.Who != TurnNames.OfSide(same.Key))
                )
            );
        if (_sources.Exists(source => source.LostSwitches > 0))
            NoteOnce("who had the cores at some times: they were switched faster than that could be read");
        Close();
        return usedNs;
    }

    public WatchedEvent Named(WatchedEvent wait) =>
        _turns.TryGetValue(wait.Side, out var turns)
        && turns.Most(wait.FromNs, wait.ToNs) is { } most
        && most.RanNs >= Enough * wait.LastedNs
            ? wait with
            {
                Words = $"behind {most.Who}",
            }
            : wait;

    private void NoteOnce(string what)
    {
        if (!_notObserved.Contains(what))
            _notObserved.Add(what);
    }

    private void Close()
    {
        _sources.ForEach(source => source.Dispose());
        (_sources, _thread) = ([], null);
    }
}
