namespace Pingmark.Host;

/// <summary>The hyper-threads that share a core.</summary>
internal static class CoreSiblings
{
    /// <summary>The list of a core's hyper-threads on this machine, itself among them, as the kernel writes it; a core
    /// whose topology is unknown is alone.</summary>
    public static string OfThisMachine(int core) => KnownOfThisMachine(core) ?? $"{core}";

    /// <summary>The same list; null where the topology is unknown.</summary>
    public static string? KnownOfThisMachine(int core) =>
        KernelFile.Lines($"/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list").FirstOrDefault()?.Trim();

    /// <summary>Counts the cores that these hyper-threads are of; null where one's siblings are unknown.</summary>
    /// <param name="siblings">Tells the list of a core's hyper-threads.</param>
    public static int? PhysicalCores(IReadOnlyList<int> cores, Func<int, string?> siblings)
    {
        var lists = cores.Select(siblings).ToList();
        return lists.Contains(null) ? null : lists.Distinct().Count();
    }
}
