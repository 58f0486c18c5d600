namespace Pingmark.Placement.Engines.Slurm;

/// <summary>Words what Slurm's commands say when there are no nodes to be had, or when a step can't begin, so that it
/// tells what to do about it.</summary>
internal static class SlurmProblem
{
    public static readonly IReadOnlyList<(string Said, string Meaning)> Known =
    [
        (
            "Unable to contact slurm controller",
            "its controller (slurmctld) does not answer: look at `scontrol ping`, and at SLURM_CONF"
        ),
        (
            "Could not establish a configuration source",
            "there is no slurm.conf on this machine: it is the cluster's, and SLURM_CONF names another place"
        ),
        ("Invalid node name", "there is no node of that name: `sinfo --Node` lists them"),
        (
            "Requested partition configuration not available",
            "the cluster's default partition has fewer nodes: `sinfo` lists them; SALLOC_PARTITION names another"
        ),
        (
            "Requested node configuration is not available",
            "there are no such nodes, or fewer: `sinfo` lists them; SALLOC_PARTITION names another partition"
        ),
        (
            "Invalid partition name",
            "there is no partition of that name: `sinfo` lists them; SALLOC_PARTITION names one"
        ),
        ("Invalid account", "that account may not use the partition: SALLOC_ACCOUNT and SALLOC_PARTITION name them"),
        ("Invalid job id", "the job has ended: its time was up, or somebody cancelled it"),
        ("already completing or completed", "the job has ended: its time was up, or somebody cancelled it"),
        (
            "Required node not available",
            "the node is down, drained or reserved: `sinfo --Node --long` tells why (--list-reasons)"
        ),
        (
            "Communication connection failure",
            "its slurmd does not answer: look at its state (`sinfo --Node --long`) and at its power"
        ),
    ];

    /// <summary>Words a problem of Slurm.</summary>
    /// <param name="said">The last lines that a command wrote to stderr.</param>
    /// <param name="otherwise">What is told where it wrote nothing.</param>
    public static string Text(IReadOnlyList<string> said, string otherwise) =>
        RemoteProblem.Text(Known, said, otherwise);
}
