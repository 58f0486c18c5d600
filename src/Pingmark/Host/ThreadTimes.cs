using System.Buffers.Text;
using System.Collections.ObjectModel;
using Pingmark.Model;

namespace Pingmark.Host;

/// <summary>Reads what each thread of a process has used so far.</summary>
internal static class ThreadTimes
{
    /// <summary>The longest text of three numbers, each of 20 digits at most.</summary>
    private const int LongestTimes = 64;

    /// <summary>The times of all threads of a process by their ids; empty when it has ended.</summary>
    /// <param name="pid">The process's id; 0 where it is not on this machine.</param>
    /// <param name="known">An earlier reading of the same process, whose thread names are reused.</param>
    public static IReadOnlyDictionary<int, ThreadTime> Read(int pid, IReadOnlyDictionary<int, ThreadTime>? known = null)
    {
        if (pid == 0)
            return ReadOnlyDictionary<int, ThreadTime>.Empty;
        var times = new Dictionary<int, ThreadTime>();
        foreach (var folder in Tasks(pid))
        {
            var id = int.Parse(Path.GetFileName(folder.AsSpan()));
            if (ReadOne(folder, known?.GetValueOrDefault(id)?.Name) is { } time)
                times[id] = time;
        }
        return times;
    }

    /// <summary>The times of one thread; null when it has ended.</summary>
    public static ThreadTime? OfOne(int pid, int thread) => ReadOne($"/proc/{pid}/task/{thread}", name: null);

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

    /// <returns>The times of a thread; null when it has ended since it was listed.</returns>
    private static ThreadTime? ReadOne(string folder, string? name)
    {
        try
        {
            // Time on a core, time ready and waiting for one, and how often.
            Span<byte> text = stackalloc byte[LongestTimes];
            using (var file = File.OpenHandle($"{folder}/schedstat"))
                text = text[..RandomAccess.Read(file, text, 0)];
            return
                Utf8Parser.TryParse(text, out long cpuNs, out var end)
                && Utf8Parser.TryParse(text[(end + 1)..], out long delayNs, out _)
                ? new(name ?? File.ReadAllText($"{folder}/comm").Trim(), cpuNs, delayNs)
                : null;
        }
        catch (IOException)
        {
            return null;
        }
    }
}
