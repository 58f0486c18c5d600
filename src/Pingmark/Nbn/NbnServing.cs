using Pingmark.Formatting;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Trials;
using Pingmark.Workers;

namespace Pingmark.Nbn;

/// <summary>The execution mode Server: serves clients until Ctrl-C or for the duration.</summary>
public sealed class NbnServing(ServerSide server, ProgressLog progress)
{
    private static readonly TimeSpan BetweenLooks = TimeSpan.FromSeconds(1);

    /// <param name="durationNs">How long it serves; null: until <paramref name="stop"/>, which is then the normal
    /// end.</param>
    /// <returns>What the server did in total, as Markdown.</returns>
    /// <exception cref="WorkerFault">The server ended by itself.</exception>
    public async Task<string> ServeAsync(long? durationNs, CancellationToken stop)
    {
        var drops = UdpDrops.Read();
        using var end = CancellationTokenSource.CreateLinkedTokenSource(stop);
        if (durationNs is { } ns)
            end.CancelAfter(TimeSpan.FromMicroseconds(ns / 1000.0));
        await server.WhileServingAsync(WatchAsync, end.Token);
        var usage = await server.StopAsync(CancellationToken.None);
        return Totals(usage, UdpDrops.Read() - drops);
    }

    private async Task<bool> WatchAsync(CancellationToken end)
    {
        using var look = new PeriodicTimer(BetweenLooks);
        var (connections, messages) = (0L, 0L);
        try
        {
            while (await look.WaitForNextTickAsync(end))
            {
                var usage = await server.UsageAsync(CancellationToken.None);
                if (usage.Connections != connections)
                    progress.Step(
                        $"{NumberText.Count(usage.Connections)} connections, "
                            + $"{NumberText.Count(usage.Messages)} messages so far"
                    );
                else if (usage.Messages != messages)
                    progress.Detail($"{NumberText.Rate((usage.Messages - messages) / BetweenLooks.TotalSeconds)}");
                (connections, messages) = (usage.Connections, usage.Messages);
            }
        }
        catch (OperationCanceledException) when (end.IsCancellationRequested)
        {
            progress.Clear();
        }
        return true;
    }

    private string Totals(Usage usage, long drops)
    {
        var cells = new[]
        {
            NbnReport.LibraryOf(server.Stack.Stack),
            NumberText.Count(usage.Messages),
            usage.Messages > 0 ? NumberText.Duration(usage.CpuNs / (double)usage.Messages) : NumberText.Missing,
            usage.GcCount is { } count ? NumberText.Count(count) : NumberText.Missing,
            NumberText.Count(usage.Rejected),
            NumberText.Count(usage.BadFrames),
            NumberText.Count(drops),
        };
        return string.Join(
                '\n',
                AlignedTable.Render(
                    1,
                    ["Library", "Messages echoed", "CPU/message", "GCs", "Rejected", "Bad frames", "UdpRcvbufErrors"],
                    [cells]
                )
            ) + "\n";
    }
}
