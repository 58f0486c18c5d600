namespace Pingmark.Worker.Kit;

/// <summary>What /proc/self/status tells.</summary>
internal static class ProcessStatus
{
    /// <summary>getrusage's peak would include that of the process which started this one.</summary>
    public static long PeakResidentBytes() => long.Parse(Field("VmHWM").Split(' ')[0]) * 1024;

    /// <summary>The cores that this process may use, from a list like 0-3,8.</summary>
    public static IEnumerable<int> Cpus()
    {
        foreach (string range in Field("Cpus_allowed_list").Split(','))
        {
            int[] ends = [.. range.Split('-').Select(int.Parse)];
            for (int cpu = ends[0]; cpu <= ends[^1]; cpu++) yield return cpu;
        }
    }

    private static string Field(string name)
    {
        string line = File.ReadLines("/proc/self/status").First(line => line.StartsWith(name + ":", StringComparison.Ordinal));
        return line[(name.Length + 1)..].Trim();
    }
}
