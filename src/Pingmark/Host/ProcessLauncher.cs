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

    /// <summary>Of the launcher's thread.</summary>
    private static GroupWarden? _warden;

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

    /// <summary>What <see cref="Wrap"/> needs and this machine lacks; null: nothing.</summary>
    public static string? Missing { get; } = MissingTo(Executables.Find);

    /// <summary>Debian's package of these.</summary>
    public const string Package = "util-linux";

    internal static string? MissingTo(Func<string, string?> find) =>
        new[] { "setpriv", "setsid", "taskset" }.FirstOrDefault(command => find(command) is null);

    /// <summary>
    /// Wraps the command in setpriv (parent-death signal, ends even a frozen child), setsid (a terminal's Ctrl-C
    /// reaches the controller only, which then ends its workers in order) and taskset (affinity before exec, so that
    /// GC, pools and JIT size themselves).
    /// </summary>
    public static string[] Wrap(IEnumerable<string> command, string? cpus) =>
        ["setpriv", "--pdeathsig", "KILL", "setsid", .. OnCores(command, cpus)];

    /// <summary>The same where it has a session of its own already, as each command of sshd and each task of Slurm
    /// have.</summary>
    public static string[] WrapInSession(IEnumerable<string> command, string? cpus) =>
        ["setpriv", "--pdeathsig", "KILL", .. OnCores(command, cpus)];

    private static string[] OnCores(IEnumerable<string> command, string? cpus) =>
        [.. cpus is null ? Array.Empty<string>() : ["taskset", "-c", cpus], .. command];

    /// <param name="isGroup">It is wrapped, and all that it starts ends with this process, until <see cref="Forget"/>
    /// is called.</param>
    public static Task<Process> StartAsync(ProcessStartInfo info, bool isGroup = false)
    {
        var done = new TaskCompletionSource<Process>(TaskCreationOptions.RunContinuationsAsynchronously);
        Work.Add(() =>
        {
            try
            {
                if (isGroup)
                    (_warden ??= new()).Mark(info);
                var process =
                    Process.Start(info) ?? throw new InvalidOperationException($"{info.FileName} did not start");
                if (isGroup)
                    _warden!.Add(process.Id);
                done.SetResult(process);
            }
            catch (Exception e)
            {
                done.SetException(e);
            }
        });
        return done.Task;
    }

    /// <summary>The folder goes with this process, until <see cref="IsRemoved"/> is called.</summary>
    /// <param name="folder">Without blanks in its path.</param>
    public static void RemoveAtEnd(string folder) => Work.Add(() => (_warden ??= new()).AddFolder(folder));

    public static void IsRemoved(string folder) => Work.Add(() => _warden?.RemoveFolder(folder));

    /// <summary>The group has ended.</summary>
    public static void Forget(int group) => Work.Add(() => _warden?.Remove(group));
}
