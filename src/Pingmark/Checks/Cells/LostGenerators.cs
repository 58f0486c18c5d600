using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks.Cells;

/// <summary>Finds client workers that ended or failed: the result of the others stands, and is that of less load than
/// was asked for.</summary>
internal sealed class LostGenerators()
    : CellCheck(
        "lost-generators",
        "Client workers of a cell ended or failed; the others alone are counted, so that the load was less than was "
            + "asked for.",
        "Read why they ended; the command ends with 1.",
        needsNoCountedTrial: true,
        failsCommand: true
    )
{
    private const int MostNamed = 8;

    protected override Finding? FindOne(CellEvidence evidence)
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
}
