namespace Pingmark.Host;

/// <summary>Tells of a process that says nothing whether it hangs, or waits for a core that others have.</summary>
/// <param name="pid">The process's id; 0 where it is not on this machine.</param>
public sealed class CoreWait(int pid)
{
    /// <summary>Who had more than this of a core since the last look was not kept waiting.</summary>
    private const double MostShare = 0.1;

    private (long CpuNs, long AtNs)? _last;

    /// <returns>Whether a thread of it is ready to run, and all of them together had next to no core since the last
    /// look.</returns>
    public bool IsKeptWaiting()
    {
        if (pid == 0 || CpuClock.ReadNs(pid) is not { } cpuNs)
            return false;
        var before = _last;
        _last = (cpuNs, Clock.NowNs);
        return (before is not { } last || cpuNs - last.CpuNs < MostShare * (_last.Value.AtNs - last.AtNs))
            && ThreadTimes.Read(pid).Keys.Any(IsReady);
    }

    private bool IsReady(int thread)
    {
        try
        {
            return ProcessStatus.Field($"{pid}/task/{thread}", "State").StartsWith('R');
        }
        catch (IOException)
        {
            // It has ended meanwhile.
            return false;
        }
    }
}
