using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Statistics;

namespace Pingmark.Results;

/// <summary>Builds summary.json from trials; equal records give an equal summary.</summary>
public static class SummaryBuilder
{
    public static Summary Build(RunInfo run, IReadOnlyList<TrialRecord> records, TimeSpan? duration, bool interrupted)
    {
        var evidence = new RunEvidence(run.Cells, TrialChecks.Judge(run.Cells, records));
        var ofCells = run.Cells.Select(cell => evidence.ForCell(cell.Id)).ToList();
        var cells = ofCells.Select(SummarizeCell).ToList();
        var disturbance = Disturbance.In(MeasuredRun.TrialsOf(ofCells));
        if (disturbance.IsNoisy)
            cells = [.. cells.Select(MarkNoisy)];
        if (disturbance.Throttling?.Sentence is not null)
            cells = [.. cells.Select(cell => Without(cell, ThrottledCell.Id))];
        var ofRun = RunChecks
            .Judge(new(run, ofCells, cells))
            .ToLookup(found => found.Check.ComesFirst, f => f.ToNote());
        var comparisons = Comparisons(
                evidence,
                run.Settings.Precision is null
                    ? LogarithmEstimates.ProcessShareOfRatios
                    : LogarithmEstimates.ProcessShareWhereNarrowStops,
                cells.Where(c => c.Status == CellStatus.Ok).Select(c => c.Id).ToHashSet(),
                // Of a run that was killed only the beginnings of its trials are known.
                duration?.TotalSeconds
                    ?? records.Select(r => r.StartedAtS).DefaultIfEmpty(0).Max()
            )
            .ToList();
        var summary = new Summary
        {
            Suite = run.Suite,
            About = run.About,
            StartedAt = run.StartedAt,
            DurationS = duration?.TotalSeconds,
            Seed = run.Seed,
            Interrupted = interrupted,
            Baseline = run.Cells[0].Id,
            Machine = run.Machine,
            Published = run.Published,
            Setting = run.Setting,
            Networks = run.Networks,
            Cells = cells,
            Comparisons = comparisons,
            Notes = [.. ofRun[true], .. run.Notes, .. ofRun[false]],
        };
        return summary with
        {
            Claims = new ClaimResults(cells, comparisons, summary.SettingOf).Judge(run.Published?.Claims ?? []),
        };
    }

    public static CellSummary SummarizeCell(CellEvidence evidence)
    {
        var cell = evidence.Cell;
        var problem = evidence.Records.FirstOrDefault(r => r.Status != CellStatus.Ok);
        var audits = CellChecks.Judge(evidence).Select(finding => finding.ToNote()).ToList();
        var invalid = audits.Where(a => a.Verdict == AuditVerdict.Invalid).Select(a => a.Text).ToList();
        var summary = new CellSummary
        {
            Id = cell.Id,
            Label = cell.Label,
            Stack = cell.Stack,
            Client = cell.Client,
            Scenario = cell.Scenario,
            Class = cell.Class,
            Design = evidence.IsSliced ? Design.Slices : Design.Trials,
            Status =
                problem?.Status
                ?? (
                    invalid.Count > 0 ? CellStatus.Invalid
                    : evidence.Ok.Count > 0 ? CellStatus.Ok
                    : CellStatus.Unmeasured
                ),
            Reasons =
                problem?.Reason is { } reason ? [reason]
                : invalid.Count > 0 ? invalid
                : evidence.Ok.Count > 0 ? []
                : ["not reached before the run ended"],
            Crowded = Disturbance.In(evidence).IsNoisy,
            Audits = audits,
            Samples = evidence.Records.SelectMany(r => r.Samples).ToList(),
        };
        return evidence.Ok.Count == 0 ? summary : Estimates.Fill(summary, evidence);
    }

    /// <summary>A cell of a noisy run, whose note is given once for the whole run.</summary>
    private static CellSummary MarkNoisy(CellSummary cell) => Without(cell with { Crowded = true }, NoisyCell.Id);

    private static CellSummary Without(CellSummary cell, string check) =>
        cell with
        {
            Audits = [.. cell.Audits.Where(audit => audit.Id != check)],
        };

    /// <summary>Compares cells with baselines; verdicts are corrected for the number of comparisons.</summary>
    private static IEnumerable<Comparison> Comparisons(
        RunEvidence evidence,
        double processShare,
        HashSet<string> ok,
        double tookS
    )
    {
        var all = evidence.Pairs().Where(p => ok.Contains(p.A.Id) && ok.Contains(p.B.Id)).ToList();
        foreach (var metric in Metric.All.Where(metric => metric.IsCompared))
        {
            var ratios = all.Select(p => evidence.Ratios(p.A, p.B, metric)).ToList();
            var judged = RatioTest.Compare(ratios, metric.HigherIsFaster, processShare);
            foreach (var (pair, compared) in all.Zip(judged))
                if (compared is { } it)
                    yield return new(pair.A.Id, pair.B.Id, metric.Key, it.Ratio, it.Verdict, it.TimesLonger * tookS);
        }
    }
}
