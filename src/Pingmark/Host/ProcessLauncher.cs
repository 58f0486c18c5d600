using System.Collections.Concurrent;
using System.Diagnostics;

namespace Pingmark.Host;

/// <summary>Starts processes that can't outlive this one. The kernel sends the parent-death signal when the
/// <em>thread</em> that forked ends, and pool threads end whenever the pool likes; so all forks are made by one thread
/// that lives as long as the process.</summary>
public static class ProcessLauncher
{
    private static readonly BlockingCollection<Action> Work = [];

    /// <summary>Starts when it is first needed, by the launcher's thread.</summary>
    private static readonly Lazy<CleanupProcess> Cleanup = new(() => new());

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
    public static string? Missing { get; } = FindMissing(Executables.Find);

    /// <summary>Which processes can't be found here, and so not be ended; null where all can.</summary>
    public static string? Unseen { get; } =
        ProcessMark.Problem is { } problem
            ? $"{problem}, so that a process which leaves its worker's session is not found: look for those that stay"
            : null;

    /// <summary>The Debian package of these commands.</summary>
    public const string Package = "util-linux";

    internal static string? FindMissing(Func<string, string?> find) =>
        new[] { "setpriv", "setsid", "taskset", "prlimit" }.FirstOrDefault(command => find(command) is null);

    /// <summary>The command within setpriv (parent-death signal, which ends even a frozen child), setsid (a terminal's
    /// Ctrl-C reaches only the controller, which then ends its workers in order) and taskset (affinity before exec, so
    /// that GC, pools and JIT size themselves).</summary>
    /// <param name="hasSession">Whether it already has a session of its own, as each command of sshd and each task of
    /// Slurm has.</param>
    public static string[] Wrap(IEnumerable<string> command, string? cpus, bool hasSession = false) =>
        [
            "setpriv",
            "--pdeathsig",
            "KILL",
            .. hasSession ? Array.Empty<string>() : ["setsid"],
            .. cpus is null ? Array.Empty<string>() : ["taskset", "-c", cpus],
            .. command,
        ];

    /// <param name="isGroup">Whether the command begins with a mark, so that all that it starts ends with this
    /// process.</param>
    public static Task<Process> StartAsync(ProcessStartInfo info, bool isGroup = false) =>
        OnThreadAsync(() =>
        {
            if (isGroup)
                _ = Cleanup.Value;
            return Process.Start(info) ?? throw new InvalidOperationException($"{info.FileName} did not start");
        });

    /// <summary>Has a folder removed when this process ends, however that happens.</summary>
    /// <exception cref="IOException">What removes it has ended.</exception>
    internal static void RemoveAtEnd(string folder) =>
        OnThreadAsync(() =>
            {
                Cleanup.Value.RemoveAtEnd(folder);
                return true;
            })
            .GetAwaiter()
            .GetResult();

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

/// <summary>Finds the file of a command in PATH, as a shell does.</summary>
public static class Executables
{
    public static string? Find(string command) =>
        (Environment.GetEnvironmentVariable("PATH") ?? "")
            .Split(':', StringSplitOptions.RemoveEmptyEntries)
            .Select(folder => Path.Combine(folder, command))
            .FirstOrDefault(File.Exists);
}
