using System.Runtime.CompilerServices;
using Pingmark.Model;
using Pingmark.Model.Loads;
using Pingmark.Results;
using Pingmark.Suites;
using Xunit;

namespace Pingmark.Tests.Results;

public sealed class ClaimResultsTests
{
    private const string Rate = "throughput_per_s";

    internal static CellSummary Cell(string stack, Scenario scenario) =>
        new()
        {
            Id = $"{stack} {scenario.Test} {scenario.Socket.NoDelay}",
            Design = Design.Trials,
            Label = stack,
            Stack = stack,
            Client = stack,
            Scenario = scenario,
            Status = CellStatus.Ok,
        };

    private static CellSummary Cell(string stack, Scenario scenario, Estimate? rate, int rounds = 5) =>
        Cell(stack, scenario).With((Rate, rate)) with
        {
            Id = $"{stack} {scenario.Name} {scenario.Connections} {scenario.Socket.NoDelay} {scenario.PairThreads}",
            Rounds = rounds,
        };

    private static Dictionary<string, string> Said(params (string Key, string Value)[] said) =>
        said.ToDictionary(one => one.Key, one => one.Value);

    private static Claim Claim(
        Dictionary<string, string> of,
        Dictionary<string, string>? to,
        string expect = "> 1",
        Setting? setting = null
    ) => new("about", Rate, of, to, expect, null, setting);

    private static IReadOnlyList<ClaimResult> Judge(Claim claim, params CellSummary[] cells) => Judge(claim, [], cells);

    private static IReadOnlyList<ClaimResult> Judge(
        Claim claim,
        IReadOnlyList<Comparison> comparisons,
        params CellSummary[] cells
    ) => new ClaimResults(cells, comparisons, new Func<CellSummary, Setting>(SettingOf)).Judge([claim]);

    private static Setting SettingOf(CellSummary cell) =>
        cell.Scenario.PairThreads is null ? Setting.OneMachine : Setting.OneProcess;

    private static Scenario Of(int connections) => new() { Connections = connections };

    private static readonly Claim Connections = Claim(
        Said(("connections", "16")),
        Said(("connections", "1")),
        "2 to 10"
    );

    [Fact]
    public void A_claim_that_names_no_stack_is_judged_for_each()
    {
        var results = Judge(
            Connections,
            Cell("cpp/a", Of(1), new(10, 9.9, 10.1)),
            Cell("cpp/a", Of(16), new(60, 59, 61)),
            Cell("cpp/b", Of(1), new(10, 9.9, 10.1)),
            Cell("cpp/b", Of(16), new(11, 10.8, 11.2))
        );
        Assert.Equal(
            [("cpp/a", ClaimVerdict.Reproduced), ("cpp/b", ClaimVerdict.Contradicted)],
            results.Select(one => (one.Label, one.Verdict))
        );
        Assert.Equal((6, false), (Math.Round(results[0].Measured!.Value), results[0].IsProvisional));
    }

    [Fact]
    public void One_round_is_provisional()
    {
        var one = Cell("cpp/a", Of(1), new(10, 9.9, 10.1), rounds: 1);
        var sixteen = Cell("cpp/a", Of(16), new(60, 59, 61), rounds: 1);
        Assert.True(Assert.Single(Judge(Connections, one, sixteen)).IsProvisional);
    }

    [Fact]
    public void What_was_measured_side_by_side_is_compared_so()
    {
        var a = Cell("cpp/a", Of(1), new(10, 5, 20));
        var b = Cell("cpp/b", Of(1), new(12, 6, 24));
        var claim = Claim(Said(("stack", "cpp/b")), Said(("stack", "cpp/a")));
        var reverse = Claim(Said(("stack", "cpp/a")), Said(("stack", "cpp/b")), "< 1");
        var compared = new Comparison(b.Id, a.Id, Rate, new(1.2, 1.1, 1.3), ComparisonVerdict.Faster);

        Assert.Equal(ClaimVerdict.Open, Assert.Single(Judge(claim, a, b)).Verdict);
        Assert.Equal(new(1.2, 1.1, 1.3), Assert.Single(Judge(claim, [compared], a, b)).Measured);
        Assert.Equal(ClaimVerdict.Reproduced, Assert.Single(Judge(reverse, [compared], a, b)).Verdict);
    }

    [Fact]
    public void Two_that_share_a_baseline_are_compared_by_it()
    {
        var cells = new[] { "cpp/a", "cpp/b", "cpp/c" }.Select(stack => Cell(stack, Of(1), new(10, 1, 90))).ToArray();
        Comparison[] comparisons =
        [
            new(cells[1].Id, cells[0].Id, Rate, new(2, 1.96, 2.04), ComparisonVerdict.Faster),
            new(cells[2].Id, cells[0].Id, Rate, new(1, 0.98, 1.02), ComparisonVerdict.Same),
        ];
        var result = Assert.Single(
            Judge(Claim(Said(("stack", "cpp/b")), Said(("stack", "cpp/c")), "1.9 to 2.1"), comparisons, cells)
        );
        Assert.Equal(
            ("cpp/b to cpp/c", 2, ClaimVerdict.Reproduced),
            (result.Label, result.Measured!.Value, result.Verdict)
        );
    }

    /// <summary>Their disturbances may be the same, so that more of them make it no narrower.</summary>
    [Fact]
    public void Several_scenarios_have_their_geometric_mean_and_no_narrower_interval()
    {
        var cells = new[] { 1, 2 }
            .SelectMany(n =>
                new[] { Cell("cpp/a", Of(n), new(10 * n, 9.8 * n, 10.2 * n)), Cell("cpp/b", Of(n), new(10, 9.8, 10.2)) }
            )
            .ToArray();
        var result = Assert.Single(Judge(Claim(Said(("stack", "cpp/a")), Said(("stack", "cpp/b"))), cells));
        Assert.Equal((2, 1.0, 2.0), (result.Scenarios, result.Least, result.Most));
        Assert.Equal(Math.Sqrt(2), result.Measured!.Value, 6);
        Assert.InRange(result.Measured.CiHigh!.Value / result.Measured.Value, 1.028, 1.03);
    }

    [Fact]
    public void Cells_that_differ_in_more_are_not_held_against_each_other()
    {
        var sixteen = Cell("cpp/a", Of(16) with { MessageBytes = 64 }, new(60, 59, 61));
        Assert.Empty(Judge(Connections, Cell("cpp/a", Of(1), new(10, 9.9, 10.1)), sixteen));
    }

    /// <summary>Messages in flight that follow from the load are no difference of their own.</summary>
    [Fact]
    public void What_follows_from_a_named_key_may_differ()
    {
        CellSummary Preflood(int n)
        {
            var scenario = new Scenario { Test = "preflood", InFlight = n + 1 }.With(PrefloodLoad.Messages, n);
            return Cell("cpp/a", scenario, null) with { Id = $"n{n}" };
        }
        var claim = Claim(Said(("preflood", "64")), Said(("preflood", "32")));
        Assert.Single(Judge(claim, Preflood(64), Preflood(32)));
    }

    [Fact]
    public void Named_scenarios_may_differ_in_what_makes_them_what_they_are()
    {
        static CellSummary Named(string name, int inFlight, int connections, double perS)
        {
            var scenario = Of(connections) with { Name = name, InFlight = inFlight };
            return Cell("cpp/a", scenario, new(perS, perS, perS));
        }
        var claim = Claim(Said(("scenario", "two")), Said(("scenario", "one")));
        var result = Assert.Single(
            Judge(claim, Named("one", 1, 1, 1), Named("one", 1, 16, 10), Named("two", 2, 1, 2), Named("two", 2, 16, 20))
        );
        Assert.Equal((2, 2.0, 2.0), (result.Scenarios, result.Least, result.Most));
    }

    [Fact]
    public void A_claim_of_another_setting_is_left_out()
    {
        var claim = Claim(Said(("stack", "cpp/a")), null, "> 1", Setting.OneProcess);
        Assert.Empty(Judge(claim, Cell("cpp/a", Of(1), new(2, 2, 2))));
        Assert.Single(Judge(claim, Cell("cpp/a", Of(1) with { PairThreads = 2 }, new(2, 2, 2))));
    }

    [Fact]
    public void A_cell_that_has_no_usable_figure_tells_nothing()
    {
        var invalid = Cell("cpp/a", Of(1), new(2, 2, 2)) with { Status = CellStatus.Invalid };
        var result = Assert.Single(Judge(Claim(Said(("stack", "cpp/a")), null), invalid));
        Assert.Equal((null, ClaimVerdict.Open, 0), (result.Measured, result.Verdict, result.Scenarios));
    }

    /// <summary>A run's files may come from anybody.</summary>
    [Fact]
    public void What_can_not_be_read_says_nothing() =>
        Assert.All<(string Key, string Value, string Expect)>(
            [("connections", "many", "> 1"), ("conections", "1", "> 1"), ("connections", "1", "more")],
            row =>
                Assert.Empty(
                    Judge(Claim(Said((row.Key, row.Value)), null, row.Expect), Cell("cpp/a", Of(1), new(2, 2, 2)))
                )
        );

    private static SuiteCatalog Catalog =>
        new(Path.GetFullPath(Path.Combine(Path.GetDirectoryName(ThisFile())!, "..", "..", "..", "suites")));

    private static string ThisFile([CallerFilePath] string file = "") => file;

    /// <summary>A claim about cells that its suite does not have would silently never be judged. Batches are another
    /// form of one suite.</summary>
    [Fact]
    public void Each_claim_of_a_suite_is_about_some_of_its_cells() =>
        Assert.All(
            Catalog.Names.Select(name => SuiteFile.Load(Catalog.Find(name))),
            suite =>
            {
                var cells = suite
                    .Cells.Select(cell =>
                        Cell(cell.Stack, cell.Scenario, null) with
                        {
                            Id = cell.Id,
                            Label = cell.Label,
                            Client = cell.Client,
                        }
                    )
                    .ToList();
                var claims = suite.Published?.Claims.Where(claim => !claim.Of.ContainsKey("batch")) ?? [];
                Assert.All(
                    claims,
                    claim =>
                        Assert.NotEmpty(
                            new ClaimResults(cells, [], cell => claim.Setting ?? SettingOf(cell)).Judge([claim])
                        )
                );
            }
        );
}
