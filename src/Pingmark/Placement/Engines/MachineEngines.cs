using Pingmark.Model;
using Pingmark.Placement.Engines.Slurm;
using Pingmark.Placement.Engines.Ssh;

namespace Pingmark.Placement.Engines;

/// <summary>Lists the ways to reach other machines.</summary>
public static class MachineEngines
{
    public static readonly IReadOnlyList<MachineEngine> All = [new SshEngine(), new SlurmEngine()];

    /// <summary>The words that mean machines without a hosts file, as messages show them.</summary>
    public static IReadOnlyList<string> Words => [WorkerHost.ThisMachine, .. All.Select(engine => engine.Word)];

    public static MachineEngine? Find(string name) => All.FirstOrDefault(engine => engine.Name == name);
}
