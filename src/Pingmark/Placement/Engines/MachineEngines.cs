using Pingmark.Model;
using Pingmark.Placement.Engines.Slurm;
using Pingmark.Placement.Engines.Ssh;

namespace Pingmark.Placement.Engines;

/// <summary>Lists the ways to reach other machines.</summary>
public static class MachineEngines
{
    public static readonly IReadOnlyList<MachineEngine> All = [new SshEngine(), new SlurmEngine()];

    /// <summary>How machines are written that need no hosts file, as messages show it.</summary>
    public static IReadOnlyList<string> Syntaxes => [WorkerHost.ThisMachine, .. All.Select(engine => engine.Syntax)];

    public static MachineEngine? Find(string name) => All.FirstOrDefault(engine => engine.Name == name);
}
