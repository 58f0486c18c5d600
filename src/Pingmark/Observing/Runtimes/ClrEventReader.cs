using Microsoft.Diagnostics.Tracing;
using Pingmark.Model;

namespace Pingmark.Observing.Runtimes;

/// <summary>Reads the events of a .NET process while they come. Their timestamps are of CLOCK_MONOTONIC.</summary>
internal sealed class ClrEventReader
{
    private readonly Suspensions _events;
    private readonly Task _reading;

    public ClrEventReader(Stream stream, Suspensions events)
    {
        _events = events;
        _reading = Task.Factory.StartNew(
            () => Read(stream),
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default
        );
    }

    /// <summary>Waits until all events have been read, after the session has been stopped.</summary>
    /// <exception cref="IOException">They can't be read.</exception>
    public async Task<IReadOnlyList<WatchedEvent>> EndAsync(CancellationToken limit)
    {
        await _reading.WaitAsync(limit).ConfigureAwait(false);
        return _events.Seen;
    }

    private void Read(Stream stream)
    {
        try
        {
            using var source = new EventPipeEventSource(stream);
            _events.Subscribe(source.Clr);
            source.Process();
        }
        // The reader throws whatever it happens upon in a stream that was cut off.
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            throw new IOException($"its events can't be read: {e.Message}", e);
        }
    }

#pragma warning disable CS0618 // Discouraged, because most callers want a date; this is CLOCK_MONOTONIC itself.
    public static long NsOf(TraceEvent e) => e.TimeStampQPC;
#pragma warning restore CS0618
}
