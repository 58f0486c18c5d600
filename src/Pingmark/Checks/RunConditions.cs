using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>What of this machine and of the user's surroundings a run begins with, as far as it is in the
/// figures.</summary>
/// <param name="TuningVariables">Variables of the environment that tune workers, by their names.</param>
/// <param name="Cpus">Of each cell's sides; none where they run on other machines.</param>
/// <param name="Siblings">The hyper-threads of a core's core, itself among them, as the kernel lists them.</param>
internal sealed record RunConditions(
    CpuQuota Quota,
    IReadOnlyList<string> TuningVariables,
    IReadOnlyList<(string Server, string Client)> Cpus,
    Func<int, string> Siblings
)
{
    /// <summary>Puts them before their checks.</summary>
    public IReadOnlyList<Note> Judge() =>
        [.. CheckList.OfConditions.SelectMany(check => check.Judge(this)).Select(finding => finding.ToNote())];
}
