using Pingmark.Model;

namespace Pingmark.Sampling;

/// <summary>Records CPU samples, collections and allocations of one worker process, in the counted part of a trial
/// alone. Each call throws a <see cref="PingmarkException"/> where the process has ended or can't be
/// recorded.</summary>
public interface ISampler : IAsyncDisposable
{
    /// <summary>Makes the process do, before the warm-up, what a recorder's first start makes it do.</summary>
    Task RehearseAsync(CancellationToken cancel) => Task.CompletedTask;

    /// <summary>Starts to record; the recording has begun when this returns.</summary>
    Task StartAsync(CancellationToken cancel);

    /// <summary>Ends the recording, which is in its file when this returns.</summary>
    Task EndAsync(CancellationToken cancel);

    /// <summary>Reads the recording, which takes about a second; the process may do something else meanwhile.</summary>
    Task<SamplingSummary> ReadAsync(CancellationToken cancel);
}

public static class Samplers
{
    /// <param name="path">The path of the recording without its extension (<c>.nettrace</c> or <c>.jfr</c>); its folder
    /// exists.</param>
    public static ISampler Create(string runtime, int pid, string path, Func<string, Exception> fault) =>
        runtime switch
        {
            "dotnet" => new DotnetSampler(pid, path + ".nettrace", fault),
            "java" => Java(pid, path + ".jfr", JdkTools.Find(pid), fault),
            _ => new Unsampled(
                $"{runtime} workers have no recorder of their own; `perf record -p {pid}` samples such a process"
            ),
        };

    internal static ISampler Java(int pid, string file, JdkTools? tools, Func<string, Exception> fault) =>
        tools is null
            ? new Unsampled("jcmd or jfr is missing; both come with the JDK: apt-get install openjdk-17-jdk-headless")
            : new JavaSampler(pid, file, tools, fault);
}

/// <summary>Says why there are no samples.</summary>
internal sealed class Unsampled(string reason) : ISampler
{
    public Task StartAsync(CancellationToken cancel) => Task.CompletedTask;

    public Task EndAsync(CancellationToken cancel) => Task.CompletedTask;

    public Task<SamplingSummary> ReadAsync(CancellationToken cancel) =>
        Task.FromResult(new SamplingSummary { Notes = [$"Not sampled: {reason}."] });

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
