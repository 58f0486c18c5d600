namespace Pingmark.Cli;

/// <summary>What it asks of a machine is what Linux tells: affinity, /proc, counters of sockets. On another system it
/// would have to leave that out, which nobody has tried.</summary>
internal static class SupportedSystem
{
    /// <param name="system">What the system calls itself.</param>
    /// <returns>Why nothing is begun; null on Linux.</returns>
    public static string? Refusal(bool isLinux, string system) =>
        isLinux ? null : $"it runs on Linux, and this is {system}; docs/other-systems.md says what there is for others";
}
