using System.Collections.Concurrent;
using System.Diagnostics;

namespace Pingmark.Host;

/// <summary>
/// Starts processes that can't outlive this one. The kernel sends the parent-death signal when the <em>thread</em> that
/// forked ends, and pool threads end whenever the pool likes; so all forks are made by one thread that lives as long as
/// the process.
/// </summary>
public static class ProcessLauncher
{
    private static readonly BlockingCollection<Action> Work = [];

    /// <summary>The process that ends groups, and the one that keeps folders; the launcher's thread starts each when it
    /// is first needed.</summary>
    private static Process? _reaper;
    private static FolderKeeper? _keeper;

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

    /// <summary>The first command that <see cref="Wrap"/> needs and this machine lacks; null where it has
    /// all.</summary>
    public static string? Missing { get; } = MissingTo(Executables.Find);

    /// <summary>Which processes can't be found here, and so not be ended; null where all can.</summary>
    public static string? Unseen { get; } =
        ProcessMark.Problem is { } problem
            ? $"{problem}, so that a process which leaves its worker's session is not found: look for those that stay"
            : null;

    /// <summary>The Debian package of these commands.</summary>
    public const string Package = "util-linux";

    internal static string? MissingTo(Func<string, string?> find) =>
        new[] { "setpriv", "setsid", "taskset", "prlimit" }.FirstOrDefault(command => find(command) is null);

    /// <summary>The command within setpriv (parent-death signal, which ends even a frozen child), setsid (a terminal's
    /// Ctrl-C reaches only the controller, which then ends its workers in order) and taskset (affinity before exec, so
    /// that GC, pools and JIT size themselves).</summary>
    public static string[] Wrap(IEnumerable<string> command, string? cpus) =>
        ["setpriv", "--pdeathsig", "KILL", "setsid", .. OnCores(command, cpus)];

    /// <summary>The command wrapped likewise where it already has a session of its own, as each command of sshd and
    /// each task of Slurm has.</summary>
    public static string[] WrapInSession(IEnumerable<string> command, string? cpus) =>
        ["setpriv", "--pdeathsig", "KILL", .. OnCores(command, cpus)];

    private static string[] OnCores(IEnumerable<string> command, string? cpus) =>
        [.. cpus is null ? Array.Empty<string>() : ["taskset", "-c", cpus], .. command];

    /// <param name="isGroup">Whether the command begins with a mark, so that all that it starts ends with this
    /// process.</param>
    public static Task<Process> StartAsync(ProcessStartInfo info, bool isGroup = false) =>
        OnThreadAsync(() =>
        {
            if (isGroup)
                _reaper ??= ProcessReaper.Start();
            return Process.Start(info) ?? throw new InvalidOperationException($"{info.FileName} did not start");
        });

    /// <summary>Makes a new folder that is removed when this process ends, however that happens.</summary>
    /// <exception cref="IOException">The folder can't be made.</exception>
    public static Task<string> MakeFolderAsync(string parent) => OnThreadAsync(() => (_keeper ??= new()).Make(parent));

    public static Task RemoveFolderAsync(string folder) =>
        OnThreadAsync(() =>
        {
            _keeper!.Remove(folder);
            return folder;
        });

    private static Task<T> OnThreadAsync<T>(Func<T> action)
    {
        var done = new TaskCompletionSource<T>(TaskCreationOptions.RunContinuationsAsynchronously);
        Work.Add(() =>
        {
            try
            {
                done.SetResult(action());
            }
            catch (Exception e)
            {
                done.SetException(e);
            }
        });
        return done.Task;
    }
}
