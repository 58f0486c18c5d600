using Microsoft.Diagnostics.Tracing.Parsers;
using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Observing.Runtimes;

/// <summary>When a .NET process compiled methods that a thread needed, which waits for that. What its compiler thread
/// compiles meanwhile keeps nobody waiting but by taking a core.</summary>
/// <param name="side">Whose process it is.</param>
/// <param name="nameOf">The name of a thread of the process; null where it has ended.</param>
internal sealed class Compilations(WatchedSide side, Func<int, string?> nameOf) : IClrEvents
{
    private readonly List<WatchedEvent> _events = [];
    private readonly Dictionary<(int Thread, long Method), long> _begun = [];
    private readonly Dictionary<int, bool> _keepsWaiting = [];

    public static Compilations Of(WatchedSide side) => new(side, thread => ThreadTimes.OfOne(side.Pid, thread)?.Name);

    public IReadOnlyList<WatchedEvent> Seen => _events;

    public void Subscribe(ClrTraceEventParser clr)
    {
        clr.MethodJittingStarted += e => Begun(e.ThreadID, e.MethodID, ClrEventReader.NsOf(e));
        clr.MethodLoadVerbose += e =>
            Ended(e.ThreadID, e.MethodID, ClrEventReader.NsOf(e), $"{e.MethodNamespace}.{e.MethodName}");
    }

    internal void Begun(int thread, long method, long atNs)
    {
        if (!_keepsWaiting.TryGetValue(thread, out var keepsWaiting))
            _keepsWaiting[thread] = keepsWaiting = nameOf(thread) is { } name && !side.IsOfCompilers(name);
        if (keepsWaiting)
            _begun[(thread, method)] = atNs;
    }

    internal void Ended(int thread, long method, long atNs, string name)
    {
        if (_begun.Remove((thread, method), out var fromNs))
            _events.Add(new(EventKind.Compilation, side.Name, fromNs, atNs, atNs - fromNs, name));
    }
}
