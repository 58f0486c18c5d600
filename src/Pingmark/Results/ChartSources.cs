using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Results;

/// <summary>The data of a run's charts besides its summary.</summary>
/// <param name="Curves">One curve for each measured cell.</param>
/// <param name="Courses">The courses of trials, of the first rounds and only of whole ones.</param>
public sealed record ChartSources(IReadOnlyList<CellCurve> Curves, IReadOnlyList<TrialCourse> Courses)
{
    /// <summary>The most points of courses: more make a page that opens slowly, and tell little that the first rounds
    /// don't.</summary>
    private const int MostPoints = 20_000;

    /// <summary>The most cells whose slowest messages a page draws.</summary>
    private const int MostTails = 64;

    /// <summary>The slowest messages of each cell in the trial that has most of them.</summary>
    public IReadOnlyList<TailCourse> Tails { get; init; } = [];

    public static ChartSources Collect(RunInfo run, IReadOnlyList<TrialRecord> trials)
    {
        var evidence = new RunEvidence(run.Cells, TrialChecks.Judge(run.Cells, trials));
        var cells = run.Cells.Select(cell => evidence.ForCell(cell.Id)).ToList();
        return new(
            cells.Select(CellCurve.FromEvidence).OfType<CellCurve>().ToList(),
            FirstRounds(cells.SelectMany(CoursesOf))
        )
        {
            Tails = cells.Select(TailOf).OfType<TailCourse>().Take(MostTails).ToList(),
        };
    }

    private static TailCourse? TailOf(CellEvidence cell) =>
        cell.Ok.Select(TailCourse.FromTrial).OfType<TailCourse>().MaxBy(course => course.Messages.Count);

    private static IEnumerable<TrialCourse> CoursesOf(CellEvidence cell) =>
        cell.Judged.Select(judged => TrialCourse.FromTrial(judged)).OfType<TrialCourse>();

    private static List<TrialCourse> FirstRounds(IEnumerable<TrialCourse> courses)
    {
        var points = 0;
        return courses
            .GroupBy(course => course.Round)
            .OrderBy(round => round.Key)
            .TakeWhile(round => (points += round.Sum(course => course.Points.Count)) <= MostPoints)
            .SelectMany(round => round)
            .ToList();
    }
}
