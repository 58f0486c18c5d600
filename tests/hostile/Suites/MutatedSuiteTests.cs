using Pingmark.Model;
using Pingmark.Suites;
using Pingmark.Trials;
using Pingmark.Workers;

namespace Pingmark.Hostile.Tests.Suites;

/// <summary>Whatever a suite says, it is a plan that can be run, or refused with a message: nothing is ever taken for a
/// defect, and nothing takes long or much memory.</summary>
public sealed class MutatedSuiteTests
{
    private static readonly WorkerCatalog Workers = WorkerCatalog.Load(Repository.Root);
    private static readonly IReadOnlyList<string> Stacks = Workers.Stacks;

    [Fact]
    public void A_suite_is_a_plan_or_refused() =>
        Cases.Run(
            Share.Suites,
            made =>
            {
                var text = made.Keep(SuiteMutations.Mutated(made));
                var set = made.InPercent(5)
                    ? new[] { SuiteOverride.FromSet(made.Keep($"{made.One(Keys)}={made.One(HostileValues.Scalars)}")) }
                    : null;
                var stacks = made.InPercent(2) ? made.Keep(made.One(HostileValues.Scalars)) : null;
                return Survived.OrRefused(() => Planned(SuiteFile.Parse(text, "suite.yaml", Stacks, set, stacks)))
                    is not null;
            },
            leastTaken: 0.02,
            mostTaken: 0.9
        );

    private static readonly string[] Keys =
    [
        "connections",
        "pin.server.cpus",
        "socket.receive_buffer",
        "duration",
        "published.figures",
        "stacks",
        "scenarios",
        "seed",
        "x.y.z",
    ];

    /// <summary>All that a run does with it before it starts the first worker.</summary>
    private static BudgetPlan Planned(Suite suite)
    {
        foreach (var cell in suite.Cells)
        {
            RuntimeOptions.Apply(Workers.Find(cell.Stack), cell.RuntimeOptions);
            RuntimeOptions.Apply(Workers.Find(cell.Client), cell.RuntimeOptions);
            Pinning.Choose(cell.Scenario.Pin, [0, 1]);
        }
        return BudgetPlan.Create(suite, suite.Cells);
    }
}
