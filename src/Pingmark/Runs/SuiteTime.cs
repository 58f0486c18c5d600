using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Trials;

namespace Pingmark.Runs;

/// <summary>Says how long a suite takes as its file has it, before anything is built or measured.</summary>
public static class SuiteTime
{
    /// <summary>Such as <c>1 min</c>; empty where nobody can tell.</summary>
    public static string Text(Suite suite) => EstimateS(suite) is { } seconds ? NumberText.RoughlyElapsed(seconds) : "";

    /// <summary>The time that measuring takes, in s; null where a number of messages ends it, however long these
    /// take.</summary>
    internal static double? EstimateS(Suite suite) =>
        suite.Capacity is { } search ? search.BudgetNs / 1e9
        : suite.Settings.BudgetNs is null && suite.Cells.Any(cell => cell.Scenario.Messages is not null) ? null
        : BudgetPlan.Create(suite, suite.Cells).EstimateNs / 1e9;
}
