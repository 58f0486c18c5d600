using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
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
        var sessions = new List<Session>();
        var notObserved = new List<string>();
        foreach (var side in RuntimeOf.Sides(sides, "dotnet").DistinctBy(side => side.Pid))
            await GuardedAsync(
                $"collections of the {side.Name}",
                notObserved,
                cancel,
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
                    sessions.Add(new(side, opened, new(opened.EventStream, new Suspensions(side.Name))));
                }
            );
        return new Watch(sessions, notObserved);
    }

    private static async Task GuardedAsync(
        string what,
        List<string> notObserved,
        CancellationToken cancel,
        Func<CancellationToken, Task> action
    )
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        limit.CancelAfter(Longest);
        try
        {
            await action(limit.Token).ConfigureAwait(false);
        }
        catch (Exception e) when (!cancel.IsCancellationRequested && IsOfProcess(e))
        {
            notObserved.Add($"{what}: " + (e is OperationCanceledException ? "it did not answer in time" : e.Message));
        }
    }

    private static bool IsOfProcess(Exception e) =>
        e
            is OperationCanceledException
                or DiagnosticsClientException
                or IOException
                or TimeoutException
                or UnauthorizedAccessException;

    private sealed record Session(WatchedSide Side, EventPipeSession Opened, ClrEventReader Reader);

    private sealed class Watch(List<Session> sessions, List<string> notObserved) : IWatch
    {
        public async Task<Seen> EndAsync(CancellationToken cancel)
        {
            var events = new List<WatchedEvent>();
            foreach (var session in sessions)
                await GuardedAsync(
                    $"collections of the {session.Side.Name}",
                    notObserved,
                    cancel,
                    async limit =>
                    {
                        await session.Opened.StopAsync(limit).ConfigureAwait(false);
                        events.AddRange(await session.Reader.EndAsync(limit).ConfigureAwait(false));
                    }
                );
            return new(events, notObserved);
        }

        /// <summary>Closes the streams, which ends the sessions; asking the process to stop would wait for one that
        /// hangs.</summary>
        public async ValueTask DisposeAsync()
        {
            foreach (var session in sessions)
                await session.Opened.EventStream.DisposeAsync().ConfigureAwait(false);
        }
    }
}
