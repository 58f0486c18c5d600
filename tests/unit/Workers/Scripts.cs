using System.Diagnostics;
using Pingmark.Workers;

namespace Pingmark.Tests.Workers;

/// <summary>Tiny real processes in place of workers.</summary>
internal static class Scripts
{
    /// <summary>Long enough for any machine; tests never wait for its end.</summary>
    public static readonly TimeSpan Generous = TimeSpan.FromMinutes(5);

    public static Task<WorkerProcess> StartAsync(
        string script,
        string? cpus = null,
        Dictionary<string, string>? environment = null
    ) => WorkerProcess.StartAsync("fake/script", ["/bin/sh", "-c", script], "/", environment ?? [], cpus);

    /// <summary>The reply to one <c>hello</c>.</summary>
    public static async Task<Reply> AskAsync(string script, TimeSpan? deadline = null)
    {
        await using var worker = await StartAsync(script);
        return await worker.CallAsync("hello", [], deadline ?? Generous, default);
    }

    /// <summary>What one <c>hello</c> fails with.</summary>
    public static async Task<WorkerFault> FaultAsync(string script, TimeSpan? deadline = null) =>
        await Xunit.Assert.ThrowsAsync<WorkerFault>(() => AskAsync(script, deadline));

    /// <summary>A script that answers the first request with this line.</summary>
    public static string Answering(string line) => $"read request; printf '%s\\n' '{line}'; cat >/dev/null";

    /// <summary>A zombie that nobody reaps, as in a container without init, has ended.</summary>
    public static bool IsRunning(int pid)
    {
        try
        {
            return File.ReadAllText($"/proc/{pid}/stat").Split(") ")[1][0] is not ('Z' or 'X');
        }
        catch (IOException)
        {
            return false;
        }
    }

    /// <summary>Waits for the end of a process that is not ours to wait for.</summary>
    public static async Task EndsAsync(int pid)
    {
        for (var watch = Stopwatch.StartNew(); IsRunning(pid) && watch.Elapsed < Generous; await Task.Yield()) { }
        Xunit.Assert.False(IsRunning(pid));
    }
}
