namespace Pingmark.Doctor;

/// <summary>Stacks with a thread for each connection count as so many processes.</summary>
internal sealed class ProcessesFinding : IFinding
{
    private const long Wanted = 4_096;

    public Finding Judge(MachineFacts facts)
    {
        var most = new[] { facts.Processes.Soft, facts.LargestControlGroup }.Min();
        return most switch
        {
            null => new("processes", FindingVerdict.Ok, "There may be as many threads as there is room for."),
            >= Wanted => new("processes", FindingVerdict.Ok, $"There may be {most} threads."),
            _ => new(
                "processes",
                FindingVerdict.Warning,
                $"There may be {most} threads: stacks with a thread for each connection run out of them.",
                facts.LargestControlGroup == most
                    ? "the container's limit (--pids-limit) has to be raised"
                    : $"ulimit -u {facts.Processes.Hard ?? 65_536}"
            ),
        };
    }
}
