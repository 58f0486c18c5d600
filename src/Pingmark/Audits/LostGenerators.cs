using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Wording;

namespace Pingmark.Audits;

/// <summary>The others' result stands, and is that of less load than was asked for.</summary>
internal sealed class LostGenerators : IAudit
{
    private const int MostNamed = 8;

    public Note? Judge(CellEvidence evidence)
    {
        var all = evidence
            .Judged.Select(judged => judged.Trial.Unbroken!.Generators)
            .OfType<GeneratorsRecord>()
            .ToList();
        var lost = all.SelectMany(record => record.Lost).Distinct().ToList();
        if (lost.Count == 0)
            return null;
        var named = lost.Take(MostNamed).Select(one => $"{one.Name}: {one.Reason}");
        return new(
            GeneratorsRecord.LostId,
            AuditVerdict.Warning,
            $"of {NumberText.Count(all[0].Asked)} generators {NumberText.Count(all.Max(record => record.Lost.Count))} "
                + $"were lost, and only the others are counted: {string.Join("; ", named)}"
                + (lost.Count > MostNamed ? "; …" : "")
        );
    }
}
