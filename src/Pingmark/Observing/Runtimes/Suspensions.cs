using Microsoft.Diagnostics.Tracing.Parsers;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using Pingmark.Model;

namespace Pingmark.Observing.Runtimes;

/// <summary>When all threads of a .NET process were suspended.</summary>
/// <param name="side">Whose process it is.</param>
internal sealed class Suspensions(string side)
{
    private readonly List<WatchedEvent> _events = [];
    private long _suspendedNs;
    private bool _isForCollection;
    private int? _generation;

    public IReadOnlyList<WatchedEvent> Seen => _events;

    public void Subscribe(ClrTraceEventParser clr)
    {
        clr.GCSuspendEEStart += e =>
            Suspend(
                ClrEventReader.NsOf(e),
                e.Reason is GCSuspendEEReason.SuspendForGC or GCSuspendEEReason.SuspendForGCPrep
            );
        clr.GCStart += e => Started(e.Depth);
        clr.GCRestartEEStop += e => Resume(ClrEventReader.NsOf(e));
    }

    internal void Suspend(long atNs, bool isForCollection) =>
        (_suspendedNs, _isForCollection, _generation) = (atNs, isForCollection, null);

    internal void Started(int generation) => _generation = generation;

    internal void Resume(long atNs)
    {
        if (_suspendedNs > 0)
            _events.Add(
                new(
                    _isForCollection ? EventKind.Collection : EventKind.Safepoint,
                    side,
                    _suspendedNs,
                    atNs,
                    atNs - _suspendedNs,
                    _generation is { } generation ? $"gen{generation}" : ""
                )
            );
        _suspendedNs = 0;
    }
}
