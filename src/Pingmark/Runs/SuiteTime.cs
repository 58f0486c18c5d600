using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Trials;

namespace Pingmark.Runs;

/// <summary>Says how long a suite takes as its file has it, before anything is built or measured.</summary>
public static class SuiteTime
{
    /// <summary>Such as <c>1 min</c>; empty where a number of messages ends it, however long these take.</summary>
    public static string Text(Suite suite) =>
        suite.Settings.BudgetNs is null && suite.Cells.Any(cell => cell.Scenario.Messages is not null)
            ? ""
            : NumberText.RoughlyElapsed(BudgetPlan.Create(suite, suite.Cells).EstimateNs / 1e9);
}
