using System.Globalization;
using Pingmark.Model;

namespace Pingmark.Schema;

/// <summary>Checks what a plan asks for by the same keys as a suite.</summary>
public static class PlanRules
{
    /// <summary>Checks the plan of a run that is resumed, whose file may come from anybody.</summary>
    /// <returns>What is wrong, with its key; null where nothing is.</returns>
    public static string? Problem(RunInfo run)
    {
        if (SettingKeys.Problem(run.Settings) is { } ofSettings)
            return $"settings: {ofSettings}";
        foreach (var (number, cell) in run.Cells.Index())
            if (Problem(cell) is { } ofCell)
                return string.Create(CultureInfo.InvariantCulture, $"cells[{number}] ({cell.Id}): {ofCell}");
        return null;
    }

    private static string? Problem(Cell cell) =>
        ScenarioKeys.All.Select(key => key.Problem(cell.Scenario)).FirstOrDefault(problem => problem is not null)
        ?? OptionKeys.Problem(cell)
        ?? PinKeys.Problem(cell.Scenario.Pin)
        ?? OfTogether(cell.Scenario)?.Text
        ?? PairKeys.Problem(cell)
        ?? OfDatagrams(cell.Stack, cell.Scenario.MessageBytes);

    /// <summary>What in a scenario contradicts itself, with the key to look at; null where nothing does.</summary>
    public static (ScenarioKey Key, string Text)? OfTogether(Scenario s) =>
        s is { LapMessages: not null, RatePerS: not null }
            ? (ScenarioKeys.LapMessages, "lap_messages and rate exclude each other")
        : (LoadKeys.Problem(s) ?? PairKeys.Problem(s) ?? NetworkKeys.Problem(s)) is { } problem ? problem
        : s is { LapMessages: not null, TotalInFlight: not 1 }
            ? (
                ScenarioKeys.LapMessages,
                "lap_messages needs connections: 1 and in_flight: 1, for a lap is a row of round trips"
            )
        : null;

    /// <returns>What is wrong with messages of that size for a stack; null where nothing is.</returns>
    public static string? OfDatagrams(string stack, int messageBytes) =>
        messageBytes > ScenarioKeys.MostDatagramBytes && Transports.Of(stack) == "udp"
            ? $"{ScenarioKeys.MessageBytes.Name} must be at most {ScenarioKeys.MostDatagramBytes} for "
                + $"{stack}, whose messages are datagrams, not {messageBytes}"
            : null;
}
