using System.Globalization;
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
        var times = new Dictionary<int, ThreadTime>();
        try
        {
            foreach (var folder in Directory.GetDirectories($"/proc/{pid}/task"))
            {
                var id = int.Parse(Path.GetFileName(folder.AsSpan()), CultureInfo.InvariantCulture);
                if (ReadOne(pid, id, known?.GetValueOrDefault(id)?.Name) is { } time)
                    times[id] = time;
            }
        }
        catch (IOException) { }
        return times;
    }

    /// <summary>The times of one thread; null when it has ended.</summary>
    public static ThreadTime? ReadOne(int pid, int thread, string? name = null)
    {
        var folder = $"/proc/{pid}/task/{thread}";
        try
        {
            // Time on a core, time ready and waiting for one, and how often.
            Span<byte> text = stackalloc byte[LongestTimes];
            using (var file = File.OpenHandle($"{folder}/schedstat"))
                text = text[..RandomAccess.Read(file, text, 0)];
            return text.IsEmpty
                ? null
                : new(
                    name ?? File.ReadAllText($"{folder}/comm").Trim(),
                    KernelNumbers.Word(text, 0),
                    KernelNumbers.Word(text, 1)
                );
        }
        catch (IOException)
        {
            return null;
        }
    }
}
