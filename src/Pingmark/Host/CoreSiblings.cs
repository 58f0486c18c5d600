namespace Pingmark.Host;

/// <summary>Hyper-threads that share a core.</summary>
internal static class CoreSiblings
{
    /// <summary>Those of a core of this machine, itself among them, as the kernel lists them; a core whose topology is
    /// unknown is alone.</summary>
    public static string OfThisMachine(int core) =>
        KernelFile.Lines($"/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list").FirstOrDefault()?.Trim()
        ?? $"{core}";
}
