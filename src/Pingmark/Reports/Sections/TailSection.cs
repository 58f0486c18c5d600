using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Document;

namespace Pingmark.Reports.Sections;

/// <summary>The section on why the slowest messages were slow: a sentence a cell, and a table of cells and
/// causes.</summary>
internal static class TailSection
{
    private const string Title = "Why the slowest messages were slow",
        HowToRead =
            "An event explains a message that it held up for at least half of what its round trip is longer than the "
            + "median; what nothing explains is unexplained. By chance is how many would look explained if all had "
            + "happened at random times.";

    /// <summary>Fewer messages tell nothing of a cell.</summary>
    private const int FewestMessages = 10;

    /// <summary>The share of messages explained beyond chance from which on a terminal shows a cell.</summary>
    private const double LeastExplainedShare = 0.1;

    private const int MostInTerminal = 5;

    public static Section Build(RunSource run)
    {
        var cells = run.Summary.Cells.Where(cell => cell.Tail is { Known: >= FewestMessages }).ToList();
        var explained = cells.Where(IsExplained).OrderByDescending(Explained).Take(MostInTerminal).ToList();
        return new(
            "tail",
            Title,
            [
                new Statements([.. explained.Select(cell => Line(run, cell))], Media.Screen),
                new Statements([.. cells.Select(cell => Line(run, cell))], Media.Files),
                Causes(run, cells),
                Paragraph.Small(cells.Count > 0 ? HowToRead : "", Media.Files),
                new Bullets(
                    [
                        .. cells
                            .SelectMany(cell => cell.Tail!.NotObserved)
                            .Distinct()
                            .Select(what => $"Not watched: {what}"),
                        .. Cost(cells),
                    ],
                    Media.Files
                ),
            ]
        );
    }

    private static IEnumerable<string> Cost(IReadOnlyList<CellSummary> cells)
    {
        var cores = cells.Select(cell => cell.Tail!.ObserverCores).OfType<double>().ToList();
        return cores.Count == 0
            ? []
            : [$"Watching took {new Quantity("", cores.Min(), cores.Max(), NumberText.Percent).Text} of a core"];
    }

    private static long Explained(CellSummary cell) => cell.Tail!.Known - cell.Tail.Unexplained;

    private static bool IsExplained(CellSummary cell) =>
        Explained(cell) - cell.Tail!.ByChance >= LeastExplainedShare * cell.Tail.Known;

    private static Statement Line(RunSource run, CellSummary cell) =>
        new(run.Names.Find(cell.Id), Sentence(cell.Tail!));

    internal static string Sentence(TailSummary tail)
    {
        var beyond = NumberText.Count(tail.Beyond, "message");
        var subject =
            tail.Known < tail.Beyond
                ? $"of the {NumberText.Count(tail.Known)} slowest of {beyond} beyond p99.9"
                : $"of {beyond} beyond p99.9";
        var were = tail.Causes.Select(cause => $"{NumberText.Count(cause.Messages)} {Clause(cause)}");
        var rest = tail.Unexplained == tail.Known ? "none is explained" : $"{tail.Unexplained} unexplained";
        return $"{subject}, {string.Join(", ", were.Append(rest))} (by chance {Number(tail.ByChance)} would look "
            + "explained)";
    }

    private static string Clause(TailCause cause)
    {
        if (EventKind.Find(cause.Kind) is not { } kind)
            return cause.Kind;
        var clause = kind
            .Clause.Replace("{count}", NumberText.Count(cause.Events, kind.Detail))
            .Replace("{of}", cause.Side == "pair" ? "of both sides" : $"of the {cause.Side}");
        var details = cause.Words.Take(1).ToList();
        if (cause is { ShortestNs: { } shortest, LongestNs: { } longest })
            details.Add(new Quantity("", shortest, longest, NumberText.Duration).Text);
        return details.Count == 0 ? clause : $"{clause} ({string.Join(", ", details)})";
    }

    private static string Number(double messages) => NumberText.Number(Math.Round(messages, messages < 1 ? 1 : 0));

    private static Table Causes(RunSource run, IReadOnlyList<CellSummary> cells)
    {
        var kinds = EventKind.All.Where(kind => cells.Any(cell => Messages(cell, kind) > 0));
        return Table.FromItems(
            Title,
            cells,
            [
                (Column.Stack, cell => run.Names.Find(cell.Id)),
                (Column.Figure("Beyond p99.9"), cell => NumberText.Count(cell.Tail!.Beyond)),
                (Column.Figure("Of these known"), cell => NumberText.Count(cell.Tail!.Known)),
                .. kinds.Select<EventKind, (Column, Func<CellSummary, TableCell>)>(kind =>
                    (Column.Figure(kind.Title), cell => NumberText.Count(Messages(cell, kind)))
                ),
                (Column.Figure("Unexplained"), cell => NumberText.Count(cell.Tail!.Unexplained)),
                (Column.Figure("By chance"), cell => Number(cell.Tail!.ByChance)),
            ]
        ) with
        {
            Media = Media.Files,
        };
    }

    private static long Messages(CellSummary cell, EventKind kind) =>
        cell.Tail!.Causes.Where(cause => cause.Kind == kind.Key).Sum(cause => cause.Messages);
}
