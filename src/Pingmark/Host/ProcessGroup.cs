using System.Diagnostics;

namespace Pingmark.Host;

/// <summary>A child process and all that it starts, in a session of its own, so that its id names the group. Whatever
/// is left of it ends with <see cref="Dispose"/>, and with this process, however that ends.</summary>
internal sealed class ProcessGroup : IDisposable
{
    /// <summary>The mark by which the group's processes are found; null for a command that ends what it started by
    /// itself.</summary>
    private readonly ProcessMark? _mark;

    private ProcessGroup(Process leader, ProcessMark? mark) => (Leader, Id, _mark) = (leader, leader.Id, mark);

    public Process Leader { get; }

    public int Id { get; }

    /// <param name="cpus">The cores, as taskset takes a list; null means all.</param>
    /// <param name="surroundings">Sets the folder, the environment and the redirections.</param>
    /// <param name="cleansUp">Whether what the command starts sees its end and cleans up behind it: then this process
    /// kills only the command itself.</param>
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

    /// <summary>Kills all processes of the group at once, also those that left its session.</summary>
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
