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
        var ours = RuntimeOf.Sides(sides, "java").DistinctBy(side => side.Pid).ToList();
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
