namespace Pingmark.Workers;

/// <summary>The CPU time that a thread has used since it began.</summary>
public sealed record ThreadTime(string Name, long CpuNs);

internal static class ThreadTimes
{
    /// <summary>All threads of a process by their ids; empty when it has ended.</summary>
    public static IReadOnlyDictionary<int, ThreadTime> Read(int pid)
    {
        var times = new Dictionary<int, ThreadTime>();
        foreach (var folder in Tasks(pid))
            if (ReadOne(folder) is { } time)
                times[int.Parse(Path.GetFileName(folder))] = time;
        return times;
    }

    /// <summary>What each thread used in between; a thread that began meanwhile used all that it has.</summary>
    public static IReadOnlyDictionary<int, ThreadTime> Difference(
        IReadOnlyDictionary<int, ThreadTime> before,
        IReadOnlyDictionary<int, ThreadTime> after
    ) =>
        after.ToDictionary(
            t => t.Key,
            t => t.Value with { CpuNs = t.Value.CpuNs - (before.GetValueOrDefault(t.Key)?.CpuNs ?? 0) }
        );

    private static string[] Tasks(int pid)
    {
        try
        {
            return Directory.GetDirectories($"/proc/{pid}/task");
        }
        catch (IOException)
        {
            return [];
        }
    }

    /// <returns>Null when the thread has ended since it was listed.</returns>
    private static ThreadTime? ReadOne(string folder)
    {
        try
        {
            var cpuNs = File.ReadAllText(Path.Combine(folder, "schedstat")).Split(' ')[0];
            return new(File.ReadAllText(Path.Combine(folder, "comm")).Trim(), long.Parse(cpuNs));
        }
        catch (IOException)
        {
            return null;
        }
    }
}
