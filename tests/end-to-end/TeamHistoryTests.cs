using System.Text.Json;
using System.Text.RegularExpressions;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.EndToEndTests;

/// <summary>What a team asks a database of runs by SQL: the views, the questions of docs/compare.md, and those of
/// the dashboard beside it, as a role that may only read.</summary>
[Trait("Gate", "no")]
public sealed partial class TeamHistoryTests(PostgreSqlServer server) : HistoryUser(server)
{
    private const string Suite = "mock",
        Figure = "throughput_per_s";

    private static string Page => File.ReadAllText(Path.Combine(Repository.Root, "docs/compare.md"));

    private static JsonElement Dashboard =>
        JsonDocument.Parse(File.ReadAllText(Path.Combine(Repository.Root, "docs/grafana/pingmark.json"))).RootElement;

    private async Task<TestDatabase> StoredAsync()
    {
        var database = Database();
        for (var number = 1; number <= 9; number++)
            Write($"runs/run-{number}", Run(number));
        (await PushAsync(database)).Exits(0);
        return database;
    }

    [SkippableFact]
    public async Task Each_figure_is_a_row_with_its_run_and_cell()
    {
        using var database = await StoredAsync();
        var run = Run(9);
        var measured = run.Cells.Where(cell => cell.Status == CellStatus.Ok).ToList();
        Assert.Equal(
            9 * measured.Sum(cell => cell.Figures.Count),
            database.One<long>("select count(*) from pingmark.figures")
        );
        var cell = measured.First(cell => cell.Stack == Slower);
        var row = Assert.Single(
            database.Rows(
                $"select * from pingmark.figures where folder = 'run-9' and metric = '{Figure}' "
                    + $"and stack = '{Slower}' and connections = {cell.Scenario.Connections}"
            )
        );
        Assert.Equal(Metric.Throughput.EstimateOf(cell)!.Value, row["value"]);
        Assert.Equal((Suite, "18", $"{Slower} c1 f1 32B"), (row["suite"], row["server_version"], row["cell"]));
        Assert.Equal((run.Machine.Cpu, run.Machine.Cores), (row["cpu"], row["cores"]));
        Assert.Equal(9, database.Rows("select * from pingmark.runs where cells = 8 and crowded_cells = 0").Count);
        AssertExplained(row.Keys);
        AssertExplained(database.Rows("select * from pingmark.runs")[0].Keys);
    }

    [SkippableFact]
    public async Task The_questions_of_the_page_have_answers()
    {
        using var database = await StoredAsync();
        var statements = Statements().Matches(Page).Select(block => block.Groups[1].Value).ToList();
        database.Run($"drop role if exists team_reader; {statements[0]} set role team_reader");
        var answers = statements.Skip(1).Select(statement => database.Rows(Asked(statement))).ToList();
        Assert.Equal(2, answers.Count);
        Assert.All(answers, Assert.NotEmpty);
        Assert.All(answers[0].Take(2), row => Assert.StartsWith(Slower, (string)row["cell"]));
        Assert.All(answers[0].Take(2), row => Assert.InRange((double)row["ratio"], 0.6, 0.9));
        Assert.Contains(answers[1], row => row["folder"] is "run-6" && row["server_before"] is "17");
        database.Run("reset role; drop owned by team_reader; drop role team_reader");

        static string Asked(string statement) => statement.Replace("'quick'", $"'{Suite}'");
    }

    [SkippableFact]
    public async Task Each_panel_of_the_dashboard_has_rows_and_uses_the_views_alone()
    {
        using var database = await StoredAsync();
        foreach (var variable in Dashboard.GetProperty("templating").GetProperty("list").EnumerateArray())
            if (variable.Text("type") == "query")
                Assert.NotEmpty(Ask(database, variable.Text("query")));
        foreach (var panel in Dashboard.GetProperty("panels").EnumerateArray())
        foreach (var target in panel.GetProperty("targets").EnumerateArray())
        {
            var rows = Ask(database, target.Text("rawSql"));
            Assert.NotEmpty(rows);
            if (panel.Text("type") == "timeseries")
                Assert.IsType<DateTime>(rows[0]["time"]);
        }
        var versions = Dashboard.GetProperty("annotations").GetProperty("list")[0].GetProperty("target");
        Assert.Contains(Ask(database, versions.Text("rawSql")), row => $"{row["text"]}".Contains("server 18"));
    }

    /// <summary>With what Grafana puts in place of its macros and variables.</summary>
    private static IReadOnlyList<IReadOnlyDictionary<string, object>> Ask(TestDatabase database, string query)
    {
        Assert.All(
            Tables().Matches(query),
            table => Assert.Contains(table.Value, (string[])["runs", "figures", "figure"])
        );
        var asked = TimeFilter()
            .Replace(query, "$1 between '2026-01-01T00:00:00Z' and '2027-01-01T00:00:00Z'")
            .Replace("${suite:sqlstring}", $"'{Suite}'")
            .Replace("${metric:sqlstring}", $"'{Figure}'")
            .Replace("${cell:sqlstring}", $"'{Slower} c1 f1 32B','{Slower} c16 f1 32B'");
        Assert.DoesNotContain('$', asked);
        return database.Rows(asked);
    }

    private static void AssertExplained(IEnumerable<string> columns) =>
        Assert.All(columns, column => Assert.Contains($"`{column}`", Page));

    [GeneratedRegex("```sql\n(.*?)```", RegexOptions.Singleline)]
    private static partial Regex Statements();

    [GeneratedRegex(@"\$__timeFilter\((\w+)\)")]
    private static partial Regex TimeFilter();

    [GeneratedRegex(@"(?<=pingmark\.)\w+")]
    private static partial Regex Tables();
}
