using System.Globalization;
using System.Security.Cryptography;

namespace Pingmark.Host;

/// <summary>Marks all processes of a group, whatever becomes of them: an environment can be cleared, a session left and
/// a parent lost, but the kernel passes a process's limits on to all that it starts. The mark is the limit of file
/// locks, which Linux has not enforced since 2.6, and which everybody may read in /proc/PID/limits.</summary>
internal sealed class ProcessMark
{
    private const int DigitsOfGroup = 6,
        MostGroups = 1_000_000,
        LeastHalf = 100_000;

    /// <summary>The part of the mark that all groups of this process have; with the group's part it is less than
    /// 2^63.</summary>
    private static readonly string OfThisProcess = NewHalf() + NewHalf();
    private static int _groups;

    private readonly string _value =
        OfThisProcess
        + (Interlocked.Increment(ref _groups) % MostGroups).ToString($"D{DigitsOfGroup}", CultureInfo.InvariantCulture);

    /// <summary>The pattern for <c>grep -E</c> that finds the limits of all groups of this process.</summary>
    public static string Pattern { get; } = $"^{ProcessLimit.FileLocks} +{OfThisProcess}[0-9]{{{DigitsOfGroup}}} ";

    /// <summary>Why processes can't be marked here; null where they can.</summary>
    public static string? Problem { get; } = ProblemOf(KernelFile.Lines($"/{ProcessLimit.Source}"));

    internal static string? ProblemOf(IEnumerable<string> limits) =>
        limits.FirstOrDefault(line => line.StartsWith(ProcessLimit.FileLocks, StringComparison.Ordinal)) is not { } row
            ? "this kernel does not tell the limits of processes"
        : ProcessLimit.ReadFileLocks([row]).Hard is not null ? "file locks are limited (ulimit -Hx)"
        : null;

    /// <summary>The beginning of a command that is in no group, whatever group this process is in.</summary>
    public static IReadOnlyList<string> None => Setting("unlimited");

    /// <summary>The beginning of the command that starts the group.</summary>
    public IReadOnlyList<string> Start => Setting(_value);

    /// <summary>Kills all processes that have the mark, by id; it searches again while any is found, for one may have
    /// been started meanwhile.</summary>
    public void Kill()
    {
        if (Problem is not null)
            return;
        var killed = new HashSet<int>();
        while (FindProcesses().Where(killed.Add).ToList() is { Count: > 0 } found)
            found.ForEach(process => Native.Kill(process, Native.SigKill));
    }

    private IEnumerable<int> FindProcesses()
    {
        foreach (var folder in Directory.EnumerateDirectories("/proc"))
            if (
                int.TryParse(Path.GetFileName(folder), NumberStyles.None, CultureInfo.InvariantCulture, out var process)
                && KernelFile.Lines($"{folder}/limits").Any(Is)
            )
                yield return process;
    }

    private bool Is(string line) =>
        line.StartsWith(ProcessLimit.FileLocks, StringComparison.Ordinal)
        && line[ProcessLimit.FileLocks.Length..].TrimStart().StartsWith(_value + " ", StringComparison.Ordinal);

    private static IReadOnlyList<string> Setting(string limit) =>
        Problem is null ? ["prlimit", $"--locks={limit}:"] : [];

    private static string NewHalf() =>
        RandomNumberGenerator.GetInt32(LeastHalf, 10 * LeastHalf).ToString(CultureInfo.InvariantCulture);
}
