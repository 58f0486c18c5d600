using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Analysis;
using Microsoft.Diagnostics.Tracing.Etlx;
using Pingmark.Host;
using Pingmark.Model;
using TraceLog = Microsoft.Diagnostics.Tracing.Etlx.TraceLog;

namespace Pingmark.Sampling;

/// <summary>Reads a .nettrace file. It is first converted to TraceEvent's indexed format, because only that has stacks;
/// the converted file is not kept.</summary>
internal sealed class NettraceReader
{
    /// <summary>The time between two samples, in ns, beyond which the recorder disturbs: it pauses for 1 ms between
    /// samples, so that it works as long as it pauses.</summary>
    private const double LongestFairTickNs = 2e6;

    private readonly SampledWindow _window;
    private readonly List<CpuSample> _samples = [];
    private readonly Dictionary<CallStackIndex, IReadOnlyList<string>> _stacks = [];
    private readonly Dictionary<string, long> _allocated = new(StringComparer.Ordinal);

    private NettraceReader(SampledWindow window) => _window = window;

    public static SamplingSummary Read(string file, SampledWindow window)
    {
        using var folder = LocalFolder.OnDisk();
        var converted = Path.Combine(folder.Path, "converted.etlx");
        using var log = new TraceLog(TraceLog.CreateFromEventPipeDataFile(file, converted));
        return new NettraceReader(window).Summarize(log) with { File = file };
    }

    private SamplingSummary Summarize(TraceLog log)
    {
        var source = log.Events.GetSource();
        source.NeedLoadedDotNetRuntimes();
        source.Clr.GCAllocationTick += tick =>
        {
            if (Holds(tick))
                _allocated[tick.TypeName] = _allocated.GetValueOrDefault(tick.TypeName) + tick.AllocationAmount64;
        };
        source.AllEvents += e =>
        {
            if (e.ProviderName == DotnetSampler.SampleProfiler && Holds(e) && Frames(e) is { Count: > 0 } frames)
                _samples.Add(new(e.ThreadID, Managed: e.PayloadByName("Type").ToString() == "Managed", frames));
        };
        source.Process();
        var gcs = source
            .Processes()
            .Select(p => p.LoadedDotNetRuntime())
            .OfType<TraceLoadedDotNetRuntime>()
            .SelectMany(r => r.GC.GCs)
            .Where(gc => _window.Holds(log.SessionStartTime.AddMilliseconds(gc.StartRelativeMSec).ToUniversalTime()))
            .ToList();
        // All managed threads are sampled at once, so the thread that was there all the time tells how often.
        var ticks = _samples.CountBy(s => s.Thread).Select(t => t.Value).DefaultIfEmpty(1).Max();
        var tickNs = (double)_window.DurationNs / ticks;
        var summary = CpuProfile.Summarize(_samples, _window, tickNs);
        return summary with
        {
            GcCount = gcs.Count,
            GcPauseNs = (long)(gcs.Sum(gc => gc.PauseDurationMSec) * 1e6),
            AllocatedBytes = _allocated.Values.Sum(),
            TopAllocated = CpuProfile.TopTypes(_allocated),
            Notes = [.. summary.Notes, .. Notes(tickNs, log.EventsLost)],
        };
    }

    private static IEnumerable<string> Notes(double tickNs, int lost)
    {
        if (tickNs > LongestFairTickNs)
            yield return $"The recorder stops all threads for a sample and managed {1e9 / tickNs:0} a second, not "
                + "1000: with so many threads it disturbs what it shows.";
        if (lost > 0)
            yield return $"{lost} events were lost: the process wrote faster than they could be taken.";
    }

    private bool Holds(TraceEvent e) => _window.Holds(e.TimeStamp.ToUniversalTime());

    private IReadOnlyList<string> Frames(TraceEvent e)
    {
        var index = e.CallStackIndex();
        if (!_stacks.TryGetValue(index, out var frames))
            _stacks[index] = frames = Walk(e.CallStack()).ToList();
        return frames;
    }

    /// <summary>Lists the methods on a stack. Stubs that call native code have no names, and what they do counts for
    /// the method that calls them. So does PollGC, where a thread that returns from native code is stopped for the very
    /// sample.</summary>
    private static IEnumerable<string> Walk(TraceCallStack? frame)
    {
        for (; frame is not null; frame = frame.Caller)
            if (
                frame.CodeAddress.FullMethodName is { Length: > 0 } name
                && !name.Contains("PollGC", StringComparison.Ordinal)
            )
                yield return name.Split('(')[0].Replace('+', '.');
    }
}
