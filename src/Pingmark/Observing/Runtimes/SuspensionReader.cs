using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using Pingmark.Model;

namespace Pingmark.Observing.Runtimes;

/// <summary>Reads from a .NET process's events when all of its threads were suspended, while they come. Their
/// timestamps are of CLOCK_MONOTONIC.</summary>
internal sealed class SuspensionReader
{
    private readonly List<WatchedEvent> _events = [];
    private readonly string _side;
    private readonly Task _reading;
    private long _suspendedNs;
    private bool _isForCollection;
    private int? _generation;

    public SuspensionReader(Stream stream, string side)
    {
        _side = side;
        _reading = Task.Factory.StartNew(
            () => Read(stream),
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default
        );
    }

    internal IReadOnlyList<WatchedEvent> Seen => _events;

    /// <summary>Waits until all events have been read, after the session has been stopped.</summary>
    /// <exception cref="IOException">They can't be read.</exception>
    public async Task<IReadOnlyList<WatchedEvent>> EndAsync(CancellationToken limit)
    {
        await _reading.WaitAsync(limit).ConfigureAwait(false);
        return _events;
    }

    private void Read(Stream stream)
    {
        try
        {
            using var source = new EventPipeEventSource(stream);
            source.Clr.GCSuspendEEStart += e =>
                Suspend(NsOf(e), e.Reason is GCSuspendEEReason.SuspendForGC or GCSuspendEEReason.SuspendForGCPrep);
            source.Clr.GCStart += e => Started(e.Depth);
            source.Clr.GCRestartEEStop += e => Resume(NsOf(e));
            source.Process();
        }
        // The reader throws whatever it happens upon in a stream that was cut off.
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            throw new IOException($"its events can't be read: {e.Message}", e);
        }
    }

#pragma warning disable CS0618 // Discouraged, because most callers want a date; this is CLOCK_MONOTONIC itself.
    private static long NsOf(TraceEvent e) => e.TimeStampQPC;
#pragma warning restore CS0618

    internal void Suspend(long atNs, bool isForCollection) =>
        (_suspendedNs, _isForCollection, _generation) = (atNs, isForCollection, null);

    internal void Started(int generation) => _generation = generation;

    internal void Resume(long atNs)
    {
        if (_suspendedNs > 0)
            _events.Add(
                new(
                    _isForCollection ? EventKind.Collection : EventKind.Safepoint,
                    _side,
                    _suspendedNs,
                    atNs,
                    atNs - _suspendedNs,
                    _generation is { } generation ? $"gen{generation}" : ""
                )
            );
        _suspendedNs = 0;
    }
}
