using System.Globalization;

namespace Pingmark.Host;

/// <summary>Finds a process with all that it has started, as the kernel tells it now.</summary>
internal static class ProcessTree
{
    private const int Parent = 1,
        Session = 3;

    /// <summary>The process itself, then those of its session, then those that any of these have started in other
    /// sessions.</summary>
    /// <param name="pid">The process's id; where it has ended, the result is this id alone.</param>
    public static IReadOnlyList<int> Read(int pid)
    {
        var all = Directory
            .EnumerateDirectories("/proc")
            .Select(folder => int.TryParse(Path.GetFileName(folder), CultureInfo.InvariantCulture, out var id) ? id : 0)
            .Where(id => id > 0)
            .Select(id => (Id: id, Facts: Facts(id)))
            .Where(process => process.Facts.Length > Session)
            .ToDictionary(
                process => process.Id,
                process => (Parent: process.Facts[Parent], Session: process.Facts[Session])
            );
        var found = new List<int> { pid };
        // A worker is the first of a session of its own.
        found.AddRange(all.Where(process => process.Key != pid && process.Value.Session == pid).Select(p => p.Key));
        for (var at = 0; at < found.Count; at++)
            found.AddRange(
                all.Where(process => process.Value.Parent == found[at] && !found.Contains(process.Key))
                    .Select(process => process.Key)
                    .ToList()
            );
        return found;
    }

    /// <summary>The fields of /proc/PID/stat behind the name, which may hold blanks and brackets: state, parent, group,
    /// session; empty where the process has ended.</summary>
    private static int[] Facts(int pid)
    {
        try
        {
            var stat = File.ReadAllText($"/proc/{pid}/stat");
            return stat[(stat.LastIndexOf(')') + 2)..]
                .Split(' ')
                .Take(Session + 1)
                .Select(word => int.TryParse(word, CultureInfo.InvariantCulture, out var number) ? number : 0)
                .ToArray();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
