using Pingmark.Model;

namespace Pingmark.Host;

/// <summary>Reads what each thread of a process has used so far.</summary>
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
            // Time on a core, time ready and waiting for one, and how often.
            var times = File.ReadAllText(Path.Combine(folder, "schedstat")).Split(' ');
            var name = File.ReadAllText(Path.Combine(folder, "comm")).Trim();
            return new(name, long.Parse(times[0]), long.Parse(times[1]));
        }
        catch (IOException)
        {
            return null;
        }
    }
}
