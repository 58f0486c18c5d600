using Pingmark.Model;

namespace Pingmark.Checks.Machines;

/// <summary>Checks how many threads there may be, for stacks with a thread for each connection.</summary>
internal sealed class ThreadLimit()
    : MachineCheck(
        "processes",
        "There may be fewer threads than stacks with a thread for each connection need.",
        "Raise the limit: `ulimit -u`, or a container's `--pids-limit`."
    )
{
    private const long Wanted = 4_096;

    protected override Finding? FindOne(MachineFacts facts)
    {
        var most = new[] { facts.Processes.Soft, facts.LargestControlGroup }.Min();
        return most switch
        {
            null => Ok("There may be as many threads as there is room for."),
            >= Wanted and var threads => Ok("There may be {threads} threads.", Count("threads", threads)),
            var threads => Warning(
                "There may be {threads} threads: stacks with a thread for each connection run out of them.",
                Count("threads", threads.Value)
            ) with
            {
                Mend =
                    facts.LargestControlGroup == most
                        ? "the container's limit (--pids-limit) has to be raised"
                        : $"ulimit -u {facts.Processes.Hard ?? 65_536}",
            },
        };
    }
}
