using System.Runtime.CompilerServices;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;
using Pingmark.Reports.Sections;
using Pingmark.Schema;
using Xunit;

namespace Pingmark.Tests.Reports;

/// <summary>docs/origin.md tells what recorded runs (docs/origin/) say to each published finding:
/// <c>UPDATE_GOLDEN=1</c> writes it anew.</summary>
public sealed class OriginPageTests
{
    /// <summary>A study that was published, and the recorded runs that repeat it, by their files.</summary>
    private sealed record Study(string Title, params IReadOnlyList<string> Runs)
    {
        /// <summary>Whether its published figures stand beside the measured ones; its findings alone do
        /// otherwise.</summary>
        public bool HasFigures { get; init; }
    }

    private static readonly IReadOnlyList<Study> Studies =
    [
        new("E1.1 · C# against Java, a round trip", "csharp-vs-java"),
        new("E1.2 · C# against Java, Nagle's algorithm", "csharp-vs-java-nagle"),
        new("E1.3 · C# against Java, preflooding", "csharp-vs-java-preflood"),
        new("E2 · NetworkBenchmarkDotNet", "nbn-performance") { HasFigures = true },
        new("E3 · How fast are Java sockets", "java-sockets", "java-sockets-throughput", "java-sockets-batches"),
        new("E4 · Java/C++, epoll against threads", "epoll-vs-threads"),
    ];

    [Fact]
    public void The_document_has_what_recorded_runs_say() => Golden.CheckDocument("origin.md", Page());

    [Fact]
    public void Each_recorded_run_belongs_to_a_study() =>
        Assert.Equal(
            Studies.SelectMany(study => study.Runs).Order(),
            Directory.GetFiles(Folder(), "*.json").Select(Path.GetFileNameWithoutExtension).Order()
        );

    [Fact]
    public void No_recorded_run_is_one_that_must_not_be_used() =>
        Assert.All(
            Studies.SelectMany(study => study.Runs),
            run => Assert.DoesNotContain(Load(run).Notes, note => note.Verdict == AuditVerdict.Invalid)
        );

    /// <summary>So that each line of a table has room on a screen of usual width; names of studies are the
    /// longest.</summary>
    [Fact]
    public void Its_tables_are_not_wide() =>
        Assert.All(Page().Split('\n').Where(line => line.StartsWith('|')), line => Assert.InRange(line.Length, 1, 120));

    private static string Page() =>
        string.Join(
            '\n',
            Studies
                .Select(study => new ReportDocument(study.Title, [new([.. Blocks(study)])]) { Level = 2 })
                .Prepend(new("All studies", [new([Overview()])]) { Level = 2 })
                .Select(MarkdownRenderer.Render)
        );

    /// <summary>How many findings of each study have which verdict; of several stacks each counts.</summary>
    private static Table Overview() =>
        Table.FromItems(
            "Verdicts by study",
            Studies.Select(study => (study.Title, Claims: study.Runs.SelectMany(run => Load(run).Claims).ToList())),
            ("Study", study => study.Title),
            (Column.Figure("Reproduced"), study => Count(study.Claims, ClaimVerdict.Reproduced)),
            (Column.Figure("Contradicted"), study => Count(study.Claims, ClaimVerdict.Contradicted)),
            (Column.Figure("Can't be told"), study => Count(study.Claims, ClaimVerdict.Open))
        );

    private static string Count(IEnumerable<ClaimResult> claims, ClaimVerdict verdict) =>
        NumberText.Count(claims.Count(claim => claim.Verdict == verdict));

    /// <summary>What was published beside what was measured; nothing where figures were not published.</summary>
    private static Table Figures(Summary run) =>
        Table.FromItems(
            "Published beside measured",
            new RunSource(run).Groups.SelectMany(group => PublishedRow.ForGroup(group, run)),
            (Column.Stack, row => row.Cell.Label),
            ("Scenario", row => row.Cell.Scenario.Name),
            ("On", row => row.Conditions),
            (Column.Figure("Published"), row => row.PublishedText),
            (Column.Figure("Here"), row => row.MeasuredText)
        );

    private static IEnumerable<Block> Blocks(Study study)
    {
        var runs = study.Runs.Select(Load).ToList();
        if (runs.Select(run => run.Published).OfType<Published>().FirstOrDefault() is { } published)
            yield return new Paragraph($"{published.Source}: {published.Finding}");
        foreach (var run in runs)
        {
            yield return new Paragraph(Conditions(run)) { IsSmall = true };
            yield return ClaimRow.ByVerdict(run.Claims);
            yield return new Bullets([.. run.Observations.Select(observation => observation.Text)]);
            if (study.HasFigures)
                yield return Figures(run);
        }
    }

    private static string Conditions(Summary run)
    {
        // What a stack can't do has none.
        var rounds = run.Cells.Where(cell => cell.Status == CellStatus.Ok).Select(cell => cell.Rounds).ToList();
        return $"{run.Suite}, {run.StartedAt:yyyy-MM-dd}, {run.DurationS:0} s, "
            + $"{ReportSentences.Rounds(rounds.Min(), rounds.Max())}, seed {run.Seed}: {run.Machine.Cpu}, "
            + $"{NumberText.Count(run.Machine.Cores, "core")}, kernel {run.Machine.Kernel}.";
    }

    private static Summary Load(string run) => SummaryJson.Load(Path.Combine(Folder(), $"{run}.json"));

    private static string Folder([CallerFilePath] string here = "") =>
        Path.GetFullPath(Path.Combine(here, "../../../../docs/origin"));
}
