using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>The conditions of the machine and the user's environment under which a run begins, as far as they affect
/// figures.</summary>
/// <param name="TuningVariables">The names of environment variables that tune workers.</param>
/// <param name="Cpus">The cores of each cell's two sides; empty where they run on other machines.</param>
/// <param name="Siblings">Gives the hyper-threads that share a core with the given one, itself among them, as the
/// kernel writes them.</param>
internal sealed record RunConditions(
    CpuQuota Quota,
    IReadOnlyList<string> TuningVariables,
    IReadOnlyList<(string Server, string Client)> Cpus,
    Func<int, string> Siblings
)
{
    /// <summary>Runs the checks of these conditions.</summary>
    public IReadOnlyList<Note> Judge() =>
        [.. CheckList.OfConditions.SelectMany(check => check.Judge(this)).Select(finding => finding.ToNote())];
}
