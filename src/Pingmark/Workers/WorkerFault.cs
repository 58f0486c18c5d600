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
