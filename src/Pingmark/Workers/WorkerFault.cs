using System.Text.RegularExpressions;

namespace Pingmark.Workers;

/// <summary>A worker did something wrong, or nothing at all. The message names the worker and the phase;
/// <see cref="StderrTail"/> is what it said last.</summary>
public sealed class WorkerFault(string worker, string phase, string problem, IReadOnlyList<string> stderrTail)
    : PingmarkException(Describe(worker, phase, problem, stderrTail), Pingmark.ExitCode.CellFailed)
{
    public string Problem { get; } = problem;
    public IReadOnlyList<string> StderrTail { get; } = stderrTail;

    private static string Describe(string worker, string phase, string problem, IReadOnlyList<string> tail) =>
        $"{worker}, {phase}: {problem}"
        + (
            tail.Count == 0
                ? ""
                : "\n  its last lines on stderr:\n" + string.Join('\n', tail.Select(line => "    " + line))
        );
}

/// <summary>A worker said that it will never be able to do this. A run reports the cell as unsupported and goes on; a
/// command that asked for nothing else ends.</summary>
public sealed class UnsupportedException(string worker, string reason)
    : PingmarkException($"{worker}: {reason}", Pingmark.ExitCode.NothingAvailable)
{
    public string Reason { get; } = reason;
}

/// <summary>Tells in words how a process ended.</summary>
internal static partial class ProcessEnd
{
    private const int FirstSignalled = 128;

    /// <summary>The signals' names by number, as on all of Linux's architectures but MIPS and Alpha.</summary>
    private static readonly string[] Names =
    [
        "",
        "SIGHUP",
        "SIGINT",
        "SIGQUIT",
        "SIGILL",
        "SIGTRAP",
        "SIGABRT",
        "SIGBUS",
        "SIGFPE",
        "SIGKILL",
        "SIGUSR1",
        "SIGSEGV",
        "SIGUSR2",
        "SIGPIPE",
        "SIGALRM",
        "SIGTERM",
    ];

    /// <param name="lastWords">The last lines of its stderr, where a runtime that catches a fault, describes it and
    /// ends itself tells which it was.</param>
    public static string Text(int exitCode, IEnumerable<string> lastWords)
    {
        if (exitCode <= FirstSignalled)
            return $"ended with exit code {exitCode}";
        var signal = exitCode - FirstSignalled;
        var name = signal < Names.Length ? $" ({Names[signal]})" : "";
        var told = lastWords
            .Select(line => Fault().Match(line))
            .FirstOrDefault(match => match.Success)
            ?.Groups[1]
            .Value;
        return told is null || name.Contains(told, StringComparison.Ordinal)
            ? $"was killed by signal {signal}{name}"
            : $"crashed with {told} and was killed by signal {signal}{name}";
    }

    /// <summary>Matches the line with which HotSpot tells a fault: <c>#  SIGSEGV (0xb) at pc=0x00007f…, pid=1,
    /// tid=2</c>.</summary>
    [GeneratedRegex(@"^#\s+(SIG[A-Z]{2,6}) \(0x")]
    private static partial Regex Fault();
}
