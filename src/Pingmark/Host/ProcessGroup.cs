using System.Diagnostics;

namespace Pingmark.Host;

/// <summary>A child process with all that it starts: a session of its own, so that its id names the group. What is left
/// of it ends with <see cref="Dispose"/>, and with this process, however that ends.</summary>
internal sealed class ProcessGroup : IDisposable
{
    /// <summary>Null: it ends its own.</summary>
    private readonly ProcessMark? _mark;

    private ProcessGroup(Process leader, ProcessMark? mark) => (Leader, Id, _mark) = (leader, leader.Id, mark);

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
        var mark = cleansUp ? null : new ProcessMark();
        string[] wrapped = [.. mark?.Start ?? [], .. ProcessLauncher.Wrap(command, cpus)];
        var info = new ProcessStartInfo(wrapped[0], wrapped[1..]);
        surroundings(info);
        return new(await ProcessLauncher.StartAsync(info, isGroup: !cleansUp).ConfigureAwait(false), mark);
    }

    /// <summary>All of its processes at once, and those that left it.</summary>
    public void Kill()
    {
        if (!Leader.HasExited)
            Leader.Kill();
        Native.Kill(-Id, Native.SigKill);
        _mark?.Kill();
    }

    public void Dispose()
    {
        Kill();
        Leader.Dispose();
    }
}
