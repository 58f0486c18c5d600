using System.Globalization;
using System.Text.RegularExpressions;
using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Observing.Runtimes;

/// <summary>Watches the pauses of Java processes: they write a line for each safepoint, which costs nothing beside the
/// pause.</summary>
internal sealed class JavaObserver : IObserver
{
    private const long MostBytes = 64 << 20;

    public async Task<IWatch> WatchAsync(IReadOnlyList<WatchedSide> sides, CancellationToken cancel)
    {
        var ours = sides.Where(side => side.RunsOn("java")).DistinctBy(side => side.Pid).ToList();
        if (ours.Count == 0)
            return new Watch(null, [], []);
        var folder = new LocalFolder();
        var notObserved = new List<string>();
        var logs = new List<(WatchedSide Side, string File)>();
        foreach (var side in ours)
        {
            var file = Path.Combine(folder.Path, $"pauses-{side.Pid}.log");
            try
            {
                await HotSpotAttach.ExecuteAsync(
                    side.Pid,
                    $"VM.log output={file} what=safepoint=info decorators=tn output_options=filecount=0",
                    cancel
                );
                logs.Add((side, file));
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                notObserved.Add($"pauses of the {side.Name}: {e.Message}");
            }
        }
        return new Watch(folder, logs, notObserved);
    }

    private sealed class Watch(
        LocalFolder? folder,
        IReadOnlyList<(WatchedSide Side, string File)> logs,
        List<string> notObserved
    ) : IWatch
    {
        public async Task<Seen> EndAsync(CancellationToken cancel)
        {
            var events = new List<WatchedEvent>();
            foreach (var (side, file) in logs)
                try
                {
                    await HotSpotAttach.ExecuteAsync(side.Pid, $"VM.log output={file} what=all=off", cancel);
                    var lines = PlainFile.ReadText(file, MostBytes).Split('\n');
                    events.AddRange(lines.Select(line => SafepointLog.Read(line, side.Name)).OfType<WatchedEvent>());
                }
                catch (Exception e) when (e is IOException or UnauthorizedAccessException or BadInputException)
                {
                    notObserved.Add($"pauses of the {side.Name}: {e.Message}");
                }
            return new(events, notObserved);
        }

        public ValueTask DisposeAsync()
        {
            folder?.Dispose();
            return ValueTask.CompletedTask;
        }
    }
}

/// <summary>Reads the pauses of a Java process from its log of safepoints, whose lines begin with System.nanoTime,
/// which is CLOCK_MONOTONIC on Linux: <c>[123ns] Safepoint "G1CollectForAllocation", ..., Total: 405405 ns</c>. A line
/// is written when the pause has ended.</summary>
internal static partial class SafepointLog
{
    public static WatchedEvent? Read(string line, string side)
    {
        var match = Safepoint().Match(line);
        if (
            !match.Success
            || !long.TryParse(match.Groups["at"].ValueSpan, CultureInfo.InvariantCulture, out var atNs)
            || !long.TryParse(match.Groups["total"].ValueSpan, CultureInfo.InvariantCulture, out var totalNs)
        )
            return null;
        var operation = match.Groups["name"].Value;
        return new(
            Collection().IsMatch(operation) ? EventKind.Collection : EventKind.Safepoint,
            side,
            atNs - totalNs,
            atNs,
            totalNs,
            operation
        );
    }

    [GeneratedRegex("""^\[(?<at>\d{1,18})ns\] Safepoint "(?<name>\w{1,60})",.* Total: +(?<total>\d{1,18}) ns""")]
    private static partial Regex Safepoint();

    /// <summary>The operations of collectors: G1, Serial, Parallel, Z, Shenandoah.</summary>
    [GeneratedRegex("^(G1|Z[A-Z]|X[A-Z]|Shenandoah|ParallelGC|Gen|Serial)|Collect|GC")]
    private static partial Regex Collection();
}
