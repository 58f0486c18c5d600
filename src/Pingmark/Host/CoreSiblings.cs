namespace Pingmark.Host;

/// <summary>The hyper-threads that share a core.</summary>
internal static class CoreSiblings
{
    /// <summary>The list of a core's hyper-threads on this machine, itself among them, as the kernel writes it; a core
    /// whose topology is unknown is alone.</summary>
    public static string OfThisMachine(int core) =>
        KernelFile.Lines($"/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list").FirstOrDefault()?.Trim()
        ?? $"{core}";
}
