using System.Collections.Concurrent;
using System.Diagnostics;

namespace Pingmark.Host;

/// <summary>
/// Starts processes that can't outlive this one. The kernel sends the parent-death signal when the <em>thread</em> that
/// forked ends, and pool threads end whenever the pool likes; so all forks are made by one thread that lives as long as
/// the process.
/// </summary>
internal static class ProcessLauncher
{
    private static readonly BlockingCollection<Action> Work = [];

    static ProcessLauncher() =>
        new Thread(() =>
        {
            foreach (var action in Work.GetConsumingEnumerable())
                action();
        })
        {
            IsBackground = true,
            Name = "process launcher",
        }.Start();

    /// <summary>
    /// Wraps the command in setpriv (parent-death signal, ends even a frozen child), setsid (a terminal's Ctrl-C
    /// reaches the controller only, which then ends its workers in order) and taskset (affinity before exec, so that
    /// GC, pools and JIT size themselves).
    /// </summary>
    public static string[] Wrap(IEnumerable<string> command, string? cpus) =>
        [
            "setpriv",
            "--pdeathsig",
            "KILL",
            "setsid",
            .. cpus is null ? Array.Empty<string>() : ["taskset", "-c", cpus],
            .. command,
        ];

    public static Task<Process> StartAsync(ProcessStartInfo info)
    {
        var done = new TaskCompletionSource<Process>(TaskCreationOptions.RunContinuationsAsynchronously);
        Work.Add(() =>
        {
            try
            {
                done.SetResult(
                    Process.Start(info) ?? throw new InvalidOperationException($"{info.FileName} did not start")
                );
            }
            catch (Exception e)
            {
                done.SetException(e);
            }
        });
        return done.Task;
    }
}
