using System.Text.RegularExpressions;

namespace Pingmark.Placement.Engines.Slurm;

/// <summary>Reaches nodes of a Slurm job; each process is a step of the job.</summary>
internal sealed partial class SlurmEngine : MachineEngine
{
    public override string Name => "slurm";
    public override string Syntax => "slurm";
    public override string Help => "slurm (a node of a job)";
    public override string SyntaxForSeveral => "slurm:NODES";
    protected override string DestinationForm => "a number of nodes or a node's name";

    /// <summary>Matches a node's name, because it becomes a part of a Slurm list.</summary>
    protected override Regex Destinations => Node();

    internal override async Task<OpenMachineEngine> OpenAsync(
        IReadOnlyList<SiteEntry> asked,
        string? config,
        CancellationToken cancel
    ) =>
        await SlurmJob
            .OpenAsync(
                asked.Where(entry => !entry.IsAny).Select(entry => entry.Destination).Distinct().ToList(),
                asked.Count(entry => entry.IsAny),
                cancel
            )
            .ConfigureAwait(false);

    [GeneratedRegex(@"\A[A-Za-z0-9][A-Za-z0-9._-]*\z", RegexOptions.CultureInvariant)]
    private static partial Regex Node();
}
