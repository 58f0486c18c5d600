using System.Diagnostics;

namespace Pingmark.Host;

/// <summary>A child process with all that it starts: a session of its own, so that its id names the group. What is left
/// of it ends with <see cref="Dispose"/>, and with this process, however that ends.</summary>
internal sealed class ProcessGroup : IDisposable
{
    private readonly bool _isWatched;

    private ProcessGroup(Process leader, bool isWatched) => (Leader, Id, _isWatched) = (leader, leader.Id, isWatched);

    public Process Leader { get; }

    public int Id { get; }

    /// <param name="cpus">A list as taskset takes it; null = all cores.</param>
    /// <param name="surroundings">Sets folder, environment and redirections.</param>
    /// <param name="cleansUp">What it has started sees its end, and cleans up behind it: only itself is killed with
    /// this process.</param>
    public static async Task<ProcessGroup> StartAsync(
        IReadOnlyList<string> command,
        string? cpus,
        Action<ProcessStartInfo> surroundings,
        bool cleansUp = false
    )
    {
        var wrapped = ProcessLauncher.Wrap(command, cpus);
        var info = new ProcessStartInfo(wrapped[0], wrapped[1..]);
        surroundings(info);
        return new(await ProcessLauncher.StartAsync(info, isGroup: !cleansUp).ConfigureAwait(false), !cleansUp);
    }

    /// <summary>All of its processes, at once.</summary>
    public void Kill()
    {
        if (!Leader.HasExited)
            Leader.Kill();
        Native.Kill(-Id, Native.SigKill);
    }

    public void Dispose()
    {
        Kill();
        if (_isWatched)
            ProcessLauncher.Forget(Id);
        Leader.Dispose();
    }
}
