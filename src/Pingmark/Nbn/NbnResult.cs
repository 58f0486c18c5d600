using System.Globalization;
using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Model;
using Pingmark.Results;
using Pingmark.Schema;
using Pingmark.Workers;

namespace Pingmark.Nbn;

/// <summary>One library's measurement, or why there is none.</summary>
public sealed record NbnResult(CellSummary Cell, Transmission Transmission, CountedWindow? Window)
{
    public bool IsMeasured => Window is not null;

    /// <summary>The time for each message in each part of the measurement, in ns.</summary>
    public IReadOnlyList<double> PartTimesNs { get; init; } = [];
    public NbnGc Gc { get; init; }

    public static NbnResult FromTrial(TrialRecord record, Cell cell, IEnumerable<string> unused)
    {
        var summary = SummaryBuilder.SummarizeCell(new CellEvidence(cell, TrialChecks.Judge(cell, [record])));
        summary = summary with
        {
            Audits =
            [
                .. summary.Audits,
                .. unused.Select(option => new Note(
                    "unused-option",
                    AuditVerdict.Note,
                    $"{option} means nothing to this library"
                )),
            ],
        };
        // A trial that a check withholds is listed with the reason, and without figures.
        var window = Metric.Throughput.EstimateOf(summary) is null ? null : record.Unbroken;
        return new(summary, record.Transmission ?? Transmission.Reliable, window);
    }

    /// <summary>The result of a library that could not be measured; the others are measured all the same.</summary>
    public static NbnResult Failed(string stack, NbnOptions options, PingmarkException why)
    {
        var scenario = new Scenario
        {
            Connections = options.Clients,
            InFlight = options.ParallelMessages,
            MessageBytes = options.MessageByteSize,
            Address = options.Address,
        };
        var status = why switch
        {
            BadInputException or UnsupportedException => CellStatus.Unsupported,
            { ExitCode: ExitCode.NothingAvailable } => CellStatus.Unavailable,
            _ => CellStatus.Failed,
        };
        var cell = CellOf(stack, scenario, options.Gc);
        return new(
            new()
            {
                Id = cell.Id,
                Design = Design.Trials,
                Label = cell.Label,
                Stack = stack,
                Client = stack,
                Scenario = scenario,
                Status = status,
                Reasons = [why.Message],
            },
            options.Transmission,
            null
        );
    }

    public static Cell CellOf(string stack, Scenario s, NbnGc gc = NbnGc.Workstation) =>
        NbnGcModes.With(Plain(stack, s), gc);

    private static Cell Plain(string stack, Scenario s) =>
        new()
        {
            Id = string.Create(
                CultureInfo.InvariantCulture,
                $"{stack} c{s.Connections} f{s.InFlight} {s.MessageBytes}B"
            ),
            Label = stack,
            Stack = stack,
            Client = stack,
            Scenario = s,
        };
}
