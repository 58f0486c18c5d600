using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks.Cells;

/// <summary>Finds client workers that ended or failed, where the result of the others stands, and is that of less load
/// than was asked for; finds one of several servers that had nothing to do; and tells whether all began together, for
/// others make less load at both ends of a window.</summary>
internal sealed class Generators()
    : CellCheck(
        "generators",
        "Client workers of a cell ended or failed, or one got no answer: less load, or fewer servers, were measured "
            + "than were asked for. How far apart they began is a note.",
        "Read why they ended; the command ends with 1. Look at what lies between the clients and a server without "
            + "messages.",
        needsNoCountedTrial: true,
        failsCommand: true
    )
{
    private const int MostNamed = 8;

    public override IEnumerable<Finding> Judge(CellEvidence evidence) =>
        new[] { Lost(evidence), Unused(evidence), Skew(evidence) }.OfType<Finding>();

    private Finding? Lost(CellEvidence evidence)
    {
        var all = evidence
            .Judged.Select(judged => judged.Trial.Unbroken!.Generators)
            .OfType<GeneratorsRecord>()
            .ToList();
        var lost = all.SelectMany(record => record.Lost).Distinct().ToList();
        return lost.Count > 0
            ? Warning(
                "of {asked} generators {lost} were lost, and only the others are counted: {names}",
                Count("asked", all[0].Asked),
                Count("lost", all.Max(record => record.Lost.Count)),
                Named(
                    "names",
                    string.Join("; ", lost.Take(MostNamed).Select(one => $"{one.Name}: {one.Reason}"))
                        + (lost.Count > MostNamed ? "; …" : "")
                )
            )
            : null;
    }

    private Finding? Unused(CellEvidence evidence) =>
        evidence.Cell.Scenario.Servers is { } servers
        && evidence.Judged.Any(judged => judged.Trial.Unbroken is { Generators.LeastReceived: 0 })
            ? Invalid(
                "of {generators} generators, spread over {servers} servers, one got no answer, so that fewer servers "
                    + "were measured than were asked for",
                Count("generators", evidence.Cell.Scenario.ClientWorkers),
                Count("servers", servers)
            )
            : null;

    private Finding? Skew(CellEvidence evidence)
    {
        var windows = evidence.All().Where(s => s.Generators is not null).ToList();
        return windows.Count == 0
            ? null
            : Note(
                "{generators} generators began within {skew} (clocks known to ± {error}); the slowest one had "
                    + "{slowest} of the answers of the fastest",
                Count("generators", windows[0].Generators!.Asked),
                Duration("skew", windows.Max(s => s.Generators!.StartSkewNs)),
                Duration("error", windows.Max(s => s.Generators!.ClockErrorNs)),
                Share(
                    "slowest",
                    windows.Min(s => s.Generators!.LeastReceived / (double)Math.Max(1, s.Generators.MostReceived))
                )
            );
    }
}
