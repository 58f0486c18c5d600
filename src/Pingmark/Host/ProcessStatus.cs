namespace Pingmark.Host;

/// <summary>Reads what the kernel tells of a process in <c>/proc/PID/status</c>.</summary>
public static class ProcessStatus
{
    public const string Self = "self";

    /// <param name="process">Its id, or <see cref="Self"/>.</param>
    /// <param name="name">The name of a field that every process has.</param>
    public static string Field(string process, string name) =>
        File.ReadLines($"/proc/{process}/status")
            .First(line => line.StartsWith($"{name}:", StringComparison.Ordinal))
            .Split(':')[1]
            .Trim();
}
