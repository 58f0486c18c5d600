using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography;

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
        Libc.Kill(-Id, Libc.SigKill);
        _mark?.Kill();
    }

    public void Dispose()
    {
        Kill();
        Leader.Dispose();
    }
}

/// <summary>Marks all processes of a group, whatever becomes of them: an environment can be cleared, a session left and
/// a parent lost, but the kernel passes a process's limits on to all that it starts. The mark is the limit of file
/// locks, which Linux has not enforced since 2.6, and which everybody may read in /proc/PID/limits.</summary>
internal sealed class ProcessMark
{
    private const int LeastHalf = 100_000,
        MostGroups = 1_000_000;

    /// <summary>The digits of all marks of this process; with the six of a group they are less than 2^63.</summary>
    private static readonly string OfThisProcess = NewHalf() + NewHalf();
    private static int _groups;

    private readonly string _value =
        OfThisProcess + (Interlocked.Increment(ref _groups) % MostGroups).ToString("D6", CultureInfo.InvariantCulture);

    /// <summary>The pattern for <c>grep -E</c> that finds the limits of all groups of this process.</summary>
    public static string Pattern { get; } = $"^{ProcessLimit.FileLocks} +{OfThisProcess}[0-9]{{6}} ";

    /// <summary>Why processes can't be marked here; null where they can.</summary>
    public static string? Problem { get; } = FindProblem(KernelFile.Lines($"/{ProcessLimit.Source}"));

    internal static string? FindProblem(IEnumerable<string> limits) =>
        limits.FirstOrDefault(line => line.StartsWith(ProcessLimit.FileLocks, StringComparison.Ordinal)) is not { } row
            ? "this kernel does not tell the limits of processes"
        : ProcessLimit.ReadFileLocks([row]).Hard is not null ? "file locks are limited (ulimit -Hx)"
        : null;

    /// <summary>The beginning of a command that is in no group, whatever group this process is in.</summary>
    public static IReadOnlyList<string> None => SetLimit("unlimited");

    /// <summary>The beginning of the command that starts the group.</summary>
    public IReadOnlyList<string> Start => SetLimit(_value);

    /// <summary>Kills all processes that have the mark, by id; it searches again while any is found, for one may have
    /// been started meanwhile.</summary>
    public void Kill()
    {
        if (Problem is not null)
            return;
        var killed = new HashSet<int>();
        while (FindProcesses().Where(killed.Add).ToList() is { Count: > 0 } found)
            found.ForEach(process => Libc.Kill(process, Libc.SigKill));
    }

    private IEnumerable<int> FindProcesses() =>
        from folder in Directory.EnumerateDirectories("/proc")
        let name = Path.GetFileName(folder)
        where name.All(char.IsAsciiDigit) && KernelFile.Lines($"{folder}/limits").Any(IsMarked)
        select int.Parse(name, CultureInfo.InvariantCulture);

    private bool IsMarked(string line) =>
        line.StartsWith(ProcessLimit.FileLocks, StringComparison.Ordinal)
        && line[ProcessLimit.FileLocks.Length..].TrimStart().StartsWith(_value + " ", StringComparison.Ordinal);

    private static IReadOnlyList<string> SetLimit(string limit) =>
        Problem is null ? ["prlimit", $"--locks={limit}:"] : [];

    private static string NewHalf() =>
        RandomNumberGenerator.GetInt32(LeastHalf, 10 * LeastHalf).ToString(CultureInfo.InvariantCulture);
}
