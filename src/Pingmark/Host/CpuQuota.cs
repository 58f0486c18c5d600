using System.Globalization;
using Pingmark.Model;

namespace Pingmark.Host;

/// <summary>How much CPU time the control groups of this process allow it: a container's limit.</summary>
public sealed record CpuQuota
{
    /// <summary>The number of cores with which two sides and the controller start as fast as without a limit.</summary>
    private const double EnoughCores = 2;

    /// <summary>The largest factor for waiting, so that whoever waits for a process that hangs learns it before they
    /// give up.</summary>
    private const double MaxDeadlineFactor = 30;

    public static CpuQuota OfThisProcess { get; } = Read("/");

    /// <summary>The limit in cores; null where there is none.</summary>
    public double? Cores { get; init; }

    /// <summary>The folder of the group that has this limit; null where there is none.</summary>
    public string? Group { get; init; }

    /// <summary>The factor by which every deadline for processes is longer because of the limit.</summary>
    public double DeadlineFactor => Cores is { } cores ? Math.Clamp(EnoughCores / cores, 1, MaxDeadlineFactor) : 1;

    /// <summary>What the limit means for figures; null where it means nothing.</summary>
    public Sentence? Sentence =>
        DeadlineFactor > 1
            ? new(
                "a control group allows {cores} cores (cpu.max): workers are waited for {slowness} times as long, and "
                    + "being throttled is in every figure",
                new Quantity("cores", Cores!.Value, Rounded),
                new Quantity("slowness", DeadlineFactor, Rounded)
            )
            : null;

    /// <summary>Reads the least limit of all the groups around this process.</summary>
    public static CpuQuota Read(string root) =>
        ControlGroups
            .Around(root, "cpu")
            .Select(group => Path.Join(root, group))
            .Select(group => new CpuQuota { Cores = ReadCores(group), Group = group })
            .Where(quota => quota.Cores is not null)
            .MinBy(quota => quota.Cores)
        ?? new();

    /// <summary>Reads how often the limit has stopped the group since it exists; null where there is no limit, or the
    /// kernel does not tell.</summary>
    public Throttling? ReadThrottling()
    {
        if (Group is null)
            return null;
        var counts = KernelFile
            .Lines(Path.Join(Group, "cpu.stat"))
            .Select(KernelFile.Words)
            .Where(words => words.Length == 2)
            .ToLookup(words => words[0], words => words[1]);
        return Count("nr_periods") is { } periods && Count("nr_throttled") is { } throttled
            ? new(periods, throttled)
            : null;

        long? Count(string name) =>
            long.TryParse(counts[name].FirstOrDefault(), CultureInfo.InvariantCulture, out var count) ? count : null;
    }

    private static double? ReadCores(string group) =>
        Line(group, "cpu.max")?.Split(' ') is { } words
            ? Share(words[0], words.ElementAtOrDefault(1))
            : Share(Line(group, "cpu.cfs_quota_us"), Line(group, "cpu.cfs_period_us"));

    private static string? Line(string group, string file) => KernelFile.FirstLine(Path.Join(group, file));

    private static double? Share(string? quota, string? period) =>
        Number(quota) is { } allowed && Number(period) is { } total ? allowed / total : null;

    private static string Rounded(double number) => number.ToString("0.##", CultureInfo.InvariantCulture);

    /// <summary>A positive number; <c>max</c> and -1 mean no limit and are null.</summary>
    private static double? Number(string? text) =>
        long.TryParse(text, CultureInfo.InvariantCulture, out var number) && number > 0 ? number : null;
}

/// <summary>The control groups that this process is in.</summary>
public static class ControlGroups
{
    /// <summary>The folders of the process's own group and of all groups around it, relative to
    /// <paramref name="root"/>.</summary>
    /// <param name="controller">The controller whose hierarchy is meant, where there are several.</param>
    public static IEnumerable<string> Around(string root, string controller)
    {
        // id:controllers:path, without controllers for the unified hierarchy.
        foreach (var line in KernelFile.Lines(Path.Join(root, "proc/self/cgroup")).Select(line => line.Split(':', 3)))
        {
            if (line.Length < 3 || line[1].Length > 0 && !line[1].Split(',').Contains(controller))
                continue;
            var mount = line[1].Length > 0 ? $"sys/fs/cgroup/{controller}" : "sys/fs/cgroup";
            for (var path = line[2]; path is not null; path = Path.GetDirectoryName(path))
                yield return Path.Join(mount, path);
        }
    }
}
