using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>Two hyper-threads of one core are half a core each. Asked of the machine that measures, for a run may be
/// reported elsewhere.</summary>
public static class SiblingCores
{
    /// <param name="pinnings">Of the run's cells.</param>
    /// <param name="siblings">The threads of a core's core, itself among them, as the kernel lists them.</param>
    public static IEnumerable<Note> Of(IEnumerable<Pinning> pinnings, Func<int, string> siblings) =>
        pinnings
            .Distinct()
            .Where(p =>
                !CoreList.Overlap(p.Server, p.Client)
                && CoreList.Parse(p.Server).Any(core => CoreList.Overlap(siblings(core), p.Client))
            )
            .Select(p => new Note(
                "sibling-cores",
                AuditVerdict.Warning,
                $"cores of server ({p.Server}) and client ({p.Client}) are hyper-threads of one core; "
                    + "choose others with pin"
            ));

    /// <summary>As this machine has them; a core whose topology is unknown is alone.</summary>
    public static string OfThisMachine(int core)
    {
        var file = $"/sys/devices/system/cpu/cpu{core}/topology/thread_siblings_list";
        return File.Exists(file) ? File.ReadAllText(file).Trim() : $"{core}";
    }
}
