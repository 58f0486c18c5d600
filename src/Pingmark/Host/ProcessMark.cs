using System.Globalization;
using System.Security.Cryptography;

namespace Pingmark.Host;

/// <summary>
/// What all processes of a group have in common, whatever becomes of them: an environment can be cleared, a session
/// left and a parent lost, but the kernel hands a process's limits down to all that it starts. The mark is the limit of
/// file locks, to which Linux has held nobody since 2.6, and which everybody may read in /proc/PID/limits.
/// </summary>
internal sealed class ProcessMark
{
    private const int DigitsOfGroup = 6,
        MostGroups = 1_000_000,
        LeastHalf = 100_000;

    /// <summary>Of all groups of this process; with the group's it is less than 2^63.</summary>
    private static readonly string OfThisProcess = Half() + Half();
    private static int _groups;

    private readonly string _value =
        OfThisProcess
        + (Interlocked.Increment(ref _groups) % MostGroups).ToString($"D{DigitsOfGroup}", CultureInfo.InvariantCulture);

    /// <summary>What finds, with <c>grep -E</c>, the limits of all groups of this process.</summary>
    public static string Pattern { get; } = $"^{ProcessLimit.FileLocks} +{OfThisProcess}[0-9]{{{DigitsOfGroup}}} ";

    /// <summary>Why processes can't be marked here; null: they can.</summary>
    public static string? Problem { get; } = ProblemOf(KernelFile.Lines($"/{ProcessLimit.Source}"));

    internal static string? ProblemOf(IEnumerable<string> limits) =>
        limits.FirstOrDefault(line => line.StartsWith(ProcessLimit.FileLocks, StringComparison.Ordinal)) is not { } row
            ? "this kernel does not tell the limits of processes"
        : ProcessLimit.OfFileLocks([row]).Hard is not null ? "file locks are limited (ulimit -Hx)"
        : null;

    /// <summary>Begins a command that is of no group, whatever this process is of itself.</summary>
    public static IReadOnlyList<string> None => Setting("unlimited");

    /// <summary>Begins the group's command.</summary>
    public IReadOnlyList<string> Start => Setting(_value);

    /// <summary>Ends all that has the mark, by id; once more when any was found, for one may have been begun
    /// meanwhile.</summary>
    public void Kill()
    {
        if (Problem is not null)
            return;
        var killed = new HashSet<int>();
        while (Found().Where(killed.Add).ToList() is { Count: > 0 } found)
            found.ForEach(process => Native.Kill(process, Native.SigKill));
    }

    private IEnumerable<int> Found()
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

    private static string Half() =>
        RandomNumberGenerator.GetInt32(LeastHalf, 10 * LeastHalf).ToString(CultureInfo.InvariantCulture);
}
