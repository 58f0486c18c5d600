namespace Pingmark.Sampling;

internal static class SampledProcess
{
    /// <summary>The file that a process runs; null when it has ended, even if nobody has reaped it yet.</summary>
    public static string? Executable(int pid) => new FileInfo($"/proc/{pid}/exe").LinkTarget;

    /// <summary>Makes the exception for a recording that failed. That the process has ended explains every other
    /// message.</summary>
    public static Exception Explain(int pid, string problem, Func<string, Exception> fault) =>
        fault(Executable(pid) is null ? "ended while it was sampled" : problem);
}
