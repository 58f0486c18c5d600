using Pingmark.Comparing;
using Pingmark.Model;
using Pingmark.Tests.Evidence;

namespace Pingmark.Tests.Comparing;

/// <summary>Runs made up for a test: three rounds of stacks whose rates scatter by a hundredth.</summary>
internal static class MadeUpRuns
{
    public static readonly Scenario Sixteen = new() { Connections = 16 };

    public static readonly IReadOnlyList<string> Stacks = ["cpp/tcp-a", "java/tcp-b", "dotnet/tcp-c", "cpp/tcp-d"];

    /// <param name="speed">How fast each cell is, relative to what it is made up to be.</param>
    public static ReadRun Of(string folder, Func<Cell, double> speed, int rounds = 3)
    {
        var cells = new Scenario[] { new(), Sixteen }
            .SelectMany(scenario => Stacks.Select(stack => Trial.Cell(stack, scenario)))
            .ToList();
        var random = new Random(7);
        double Noise() => 1 + 0.01 * (2 * random.NextDouble() - 1);
        TrialRecord TrialOf(Cell cell, int round)
        {
            CountedWindow Window() => Trial.Window(10_000 * speed(cell) * Noise(), 0.5, cell.Scenario.TotalInFlight);
            return Trial.Of(Window(), Window(), round, cell.Id, 2 * round + (cell.Scenario == Sixteen ? 1 : 0)) with
            {
                Versions = new Dictionary<string, string> { ["server"] = "1.0", ["client"] = "1.0" },
                EffectiveOptions = new Dictionary<string, string> { ["server.no_delay"] = "true" },
            };
        }
        var trials = Enumerable.Range(1, rounds).SelectMany(round => cells.Select(cell => TrialOf(cell, round)));
        return new(folder, Trial.Run([.. cells]), trials.ToList());
    }

    /// <summary>All at the speed that they are made up to have.</summary>
    public static ReadRun Plain(string folder = "runs/a") => Of(folder, _ => 1);

    /// <summary>All 6 % slower by the machine's drift, and one cell by 20 % more.</summary>
    public static ReadRun Drifted(string folder = "runs/b") =>
        Of(folder, cell => 0.94 * (cell.Id == "java/tcp-b c1" ? 0.8 : 1));

    public static ReadRun With(this ReadRun run, Func<RunInfo, RunInfo> change) => run with { Info = change(run.Info) };

    public static ReadRun With(this ReadRun run, Func<TrialRecord, TrialRecord> change) =>
        run with
        {
            Trials = run.Trials.Select(change).ToList(),
        };

    public static ReadRun WithScenarios(this ReadRun run, Func<Scenario, Scenario> change) =>
        run.With(info =>
            info with
            {
                Cells = info.Cells.Select(c => c with { Scenario = change(c.Scenario) }).ToList(),
            }
        );

    public static readonly ComparisonRequest Gate = new(false, 0.05, []);
}
