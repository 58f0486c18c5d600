namespace Pingmark.Sampling;

internal static class SampledProcess
{
    /// <summary>The file that it runs; null when it has ended, even where nobody has reaped it yet.</summary>
    public static string? Executable(int pid) => new FileInfo($"/proc/{pid}/exe").LinkTarget;

    /// <summary>The exception for a recording that failed: that the process has ended explains every other
    /// message.</summary>
    public static Exception Explain(int pid, string problem, Func<string, Exception> fault) =>
        fault(Executable(pid) is null ? "ended while it was sampled" : problem);
}
