using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using Pingmark.Model;

namespace Pingmark.Observing.Runtimes;

/// <summary>Watches .NET processes by a session of their diagnostics port, which tells of collections alone.</summary>
internal sealed class DotnetObserver : IObserver
{
    private const string Provider = "Microsoft-Windows-DotNETRuntime";
    private const long CollectionKeyword = 0x1;
    private const int BufferMb = 1;
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(2);

    public async Task<IWatch> WatchAsync(IReadOnlyList<WatchedSide> sides, CancellationToken cancel)
    {
        var watch = new Watch();
        foreach (var side in sides.Where(side => side.RunsOn("dotnet")).DistinctBy(side => side.Pid))
            await watch.TryAsync(
                side,
                async limit =>
                {
                    var opened = await new DiagnosticsClient(side.Pid)
                        .StartEventPipeSessionAsync(
                            [new(Provider, EventLevel.Informational, CollectionKeyword)],
                            requestRundown: false,
                            BufferMb,
                            limit
                        )
                        .ConfigureAwait(false);
                    var suspensions = new Suspensions(side.Name);
                    watch.Sessions.Add(new(side, opened, suspensions, suspensions.ReadAsync(opened.EventStream)));
                },
                cancel
            );
        return watch;
    }

    private sealed record Session(WatchedSide Side, EventPipeSession Opened, Suspensions Suspensions, Task Reading);

    private sealed class Watch : IWatch
    {
        private readonly List<string> _notObserved = [];

        public List<Session> Sessions { get; } = [];

        public async Task<Seen> EndAsync(CancellationToken cancel)
        {
            var events = new List<WatchedEvent>();
            foreach (var session in Sessions)
                await TryAsync(
                    session.Side,
                    async limit =>
                    {
                        await session.Opened.StopAsync(limit).ConfigureAwait(false);
                        await session.Reading.WaitAsync(limit).ConfigureAwait(false);
                        events.AddRange(session.Suspensions.Events);
                    },
                    cancel
                );
            return new(events, _notObserved);
        }

        public async Task TryAsync(WatchedSide side, Func<CancellationToken, Task> action, CancellationToken cancel)
        {
            using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancel);
            limit.CancelAfter(Longest);
            try
            {
                await action(limit.Token).ConfigureAwait(false);
            }
            catch (Exception e)
                when (!cancel.IsCancellationRequested
                    && e
                        is OperationCanceledException
                            or DiagnosticsClientException
                            or IOException
                            or TimeoutException
                            or UnauthorizedAccessException
                )
            {
                var why = e is OperationCanceledException ? "it did not answer in time" : e.Message;
                _notObserved.Add($"collections of the {side.Name}: {why}");
            }
        }

        /// <summary>Closes the streams, which ends the sessions; asking the process to stop would wait for one that
        /// hangs.</summary>
        public async ValueTask DisposeAsync()
        {
            foreach (var session in Sessions)
                await session.Opened.EventStream.DisposeAsync().ConfigureAwait(false);
        }
    }
}

/// <summary>When all threads of a .NET process were suspended.</summary>
/// <param name="side">Whose process it is.</param>
internal sealed class Suspensions(string side)
{
    private readonly List<WatchedEvent> _events = [];
    private long _suspendedNs;
    private bool _isForCollection;
    private int? _generation;

    public IReadOnlyList<WatchedEvent> Events => _events;

    /// <summary>Reads the process's events until the stream ends.</summary>
    /// <exception cref="IOException">They can't be read.</exception>
    public Task ReadAsync(Stream stream) =>
        Task.Factory.StartNew(
            () => Read(stream),
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default
        );

    private void Read(Stream stream)
    {
        try
        {
            using var source = new EventPipeEventSource(stream);
            source.Clr.GCSuspendEEStart += e =>
                Suspend(NsOf(e), e.Reason is GCSuspendEEReason.SuspendForGC or GCSuspendEEReason.SuspendForGCPrep);
            source.Clr.GCStart += e => StartCollection(e.Depth);
            source.Clr.GCRestartEEStop += e => Resume(NsOf(e));
            source.Process();
        }
        // The reader throws whatever it happens upon in a stream that was cut off.
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            throw new IOException($"its events can't be read: {e.Message}", e);
        }
    }

    internal void Suspend(long atNs, bool isForCollection) =>
        (_suspendedNs, _isForCollection, _generation) = (atNs, isForCollection, null);

    internal void StartCollection(int generation) => _generation = generation;

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

#pragma warning disable CS0618 // Discouraged, because most callers want a date; this is CLOCK_MONOTONIC itself.
    private static long NsOf(TraceEvent e) => e.TimeStampQPC;
#pragma warning restore CS0618
}
