using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Results;
using Pingmark.Schema;

namespace Pingmark.Comparing;

/// <summary>A run as it was read from its folder.</summary>
/// <param name="Folder">The folder as the user typed it.</param>
public sealed record ReadRun(string Folder, RunInfo Info, IReadOnlyList<TrialRecord> Trials)
{
    /// <exception cref="BadInputException">There is no run, or its plan is damaged.</exception>
    public static ReadRun Read(string path)
    {
        using var folder = RunFolder.Open(path);
        var recorded = folder.Read();
        return new(path, recorded.Info, recorded.Trials);
    }
}

/// <param name="Anyway">Whether runs are compared although they differ in machine, options, versions or
/// scenario.</param>
/// <param name="FailOnRegression">By how much a figure must be worse to be a regression, as a fraction (0.05 is 5 %);
/// null: none is one.</param>
/// <param name="References">The stacks of which the user says that nothing changed.</param>
public sealed record ComparisonRequest(bool Anyway, double? FailOnRegression, IReadOnlyList<string> References)
{
    /// <summary>Whether cells are compared although others had their cores, as a user wants who accepts the
    /// noise.</summary>
    public bool TakesCrowded { get; init; }
}

/// <summary>Compares two runs cell by cell; the same folders always give the same comparison.</summary>
public static class RunComparer
{
    /// <exception cref="BadInputException">A reference is not a stack of both runs.</exception>
    public static RunComparison Compare(ReadRun baseline, ReadRun run, ComparisonRequest request)
    {
        var (first, second) = (new Measured(baseline, request.TakesCrowded), new Measured(run, request.TakesCrowded));
        var cells = CellPairs
            .Match(baseline.Info.Cells, run.Info.Cells)
            .Select(pair => new PairedCell(
                pair,
                first.ForCell(pair.Baseline),
                second.ForCell(pair.Run),
                request.References.Contains(pair.Baseline.Stack)
            ))
            .ToList();
        Check(request.References, cells);
        var differences = Differences.Find(baseline.Info, run.Info, cells);
        var result = new RunComparison
        {
            Baseline = Head(baseline, first),
            Run = Head(run, second),
            Comparable = cells.Count > 0 && (request.Anyway || differences.Count == 0),
            Differences = differences,
            FailOnRegression = request.FailOnRegression,
            OnlyInBaseline = Others(baseline, cells.Select(cell => cell.Pair.Baseline)),
            OnlyInRun = Others(run, cells.Select(cell => cell.Pair.Run)),
        };
        if (!result.Comparable)
            return result;
        var figures = ComparedFigures.Build(cells, request.FailOnRegression);
        return result with
        {
            Cells = cells.Select((cell, i) => cell.With(figures.OfCells[i])).ToList(),
            Drifts = figures.Drifts,
            SmallestChanges = figures.SmallestChanges,
        };
    }

    private static void Check(IReadOnlyList<string> references, IReadOnlyList<PairedCell> cells)
    {
        var stacks = cells.Select(cell => cell.Pair.Baseline.Stack).Distinct().ToList();
        foreach (var unknown in references.Except(stacks))
            throw new BadInputException(
                $"--reference {unknown} is no stack of both runs{NearestName.Suggestion(unknown, stacks)}; there are: "
                    + string.Join(", ", stacks)
            );
        if (references.Count > 0 && !stacks.Except(references).Any())
            throw new BadInputException("--reference names all stacks: nothing is left to compare");
    }

    private static ComparedRun Head(ReadRun run, Measured measured) =>
        new(run.Folder, run.Info.Suite, run.Info.StartedAt, run.Info.Machine, measured.Crowded);

    private static List<string> Others(ReadRun run, IEnumerable<Cell> paired) =>
        run.Info.Cells.Select(cell => cell.Id).Except(paired.Select(cell => cell.Id)).ToList();

    /// <summary>A run's evidence with the summaries of its cells.</summary>
    private sealed class Measured
    {
        private readonly RunEvidence _evidence;
        private readonly Dictionary<string, CellSummary> _summaries;
        private readonly bool _takesCrowded;

        public Measured(ReadRun run, bool takesCrowded)
        {
            _takesCrowded = takesCrowded;
            _evidence = new(run.Info.Cells, TrialChecks.Judge(run.Info.Cells, run.Trials));
            _summaries = run.Info.Cells.ToDictionary(
                c => c.Id,
                c => SummaryBuilder.SummarizeCell(_evidence.ForCell(c.Id))
            );
        }

        public IReadOnlyList<string> Crowded =>
            _summaries.Values.Where(cell => cell.Crowded).Select(cell => cell.Id).ToList();

        public MeasuredCell ForCell(Cell cell) => new(_evidence.ForCell(cell.Id), _summaries[cell.Id], _takesCrowded);
    }
}

internal sealed record MeasuredCell(CellEvidence Evidence, CellSummary Summary, bool TakesCrowded)
{
    /// <summary>Whether it has figures that a change can be told by: others may have made those of a noisy cell
    /// another.</summary>
    public bool HasFigures => Summary.Status == CellStatus.Ok && !IsLeftOut;

    private bool IsLeftOut => Summary.Crowded && !TakesCrowded;

    /// <summary>Why it has none, in words; nothing where it has.</summary>
    public IEnumerable<string> WhyNot(string where) =>
        Summary.Status != CellStatus.Ok ? [$"{Summary.Status.Word()} in {where}: {string.Join("; ", Summary.Reasons)}"]
        : IsLeftOut
            ?
            [
                Summary.Audits.FirstOrDefault(audit => audit.Id == ThrottledCell.Id) is { } throttled
                    ? $"left out of {where}: {throttled.Text}"
                    : $"noisy in {where}: others had its cores",
            ]
        : [];
}

/// <summary>A cell of both runs, with what each run measured of it.</summary>
internal sealed record PairedCell(CellPair Pair, MeasuredCell Baseline, MeasuredCell Run, bool IsReference)
{
    public bool HasFigures => Baseline.HasFigures && Run.HasFigures;

    public ComparedCell With(IReadOnlyList<ComparedFigure> figures) =>
        new(
            Pair.Run.Id,
            Pair.Baseline.Id,
            Pair.Run.Label,
            Pair.Run.Stack,
            Pair.Run.Client,
            Pair.Run.Scenario,
            IsReference,
            Baseline.HasFigures && !Run.HasFigures,
            [.. Baseline.WhyNot("the baseline"), .. Run.WhyNot("the run")],
            figures
        )
        {
            MeasuredS = Run.Summary.MeasuredS,
        };
}
