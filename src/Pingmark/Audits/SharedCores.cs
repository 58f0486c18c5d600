using Pingmark.Results;
using Pingmark.Trials;

namespace Pingmark.Audits;

/// <summary>Server and client that share a core take time from each other; and two hyper-threads of one core are half a core each.</summary>
internal sealed class SharedCores : IAudit
{
    public Note? Judge(CellEvidence evidence)
    {
        var trial = evidence.Ok[0];
        var (server, client) = (Pinning.Parse(trial.ServerCpus), Pinning.Parse(trial.ClientCpus));
        if (server.Intersect(client).Any())
            return new("shared-cores", "warning", $"server ({trial.ServerCpus}) and client ({trial.ClientCpus}) share cores: each one's cost is in the other's figures");
        return server.Any(core => Siblings(core).Intersect(client).Any())
            ? new("sibling-cores", "warning", $"cores of server ({trial.ServerCpus}) and client ({trial.ClientCpus}) are hyper-threads of one core; choose others with pin")
            : null;
    }

    private static List<int> Siblings(int core)
    {
        var file = $"/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list";
        return File.Exists(file) ? Pinning.Parse(File.ReadAllText(file).Trim()) : [core];
    }
}
