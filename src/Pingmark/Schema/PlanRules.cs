using System.Globalization;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Model.Loads;

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
        ?? FindConflict(cell.Scenario)?.Text
        ?? PairKeys.Problem(cell)
        ?? FindDatagramProblem(cell.Stack, cell.Scenario.MessageBytes);

    /// <summary>What in a scenario contradicts itself, with the key to look at; null where nothing does.</summary>
    public static (ScenarioKey Key, string Text)? FindConflict(Scenario s) =>
        FindLapsConflict(s)
        ?? FindBurstConflict(s)
        ?? FindReplayConflict(s)
        ?? LoadKeys.Problem(s)
        ?? PairKeys.Problem(s)
        ?? NetworkKeys.Problem(s);

    private static (ScenarioKey Key, string Text)? FindLapsConflict(Scenario s) =>
        s.LapMessages is null ? null
        : s.RatePerS is not null ? (ScenarioKeys.LapMessages, "lap_messages and rate exclude each other")
        : !s.Load.SupportsLaps ? (ScenarioKeys.LapMessages, $"lap_messages and test: {s.Test} exclude each other")
        : s.TotalInFlight != 1
            ? (
                ScenarioKeys.LapMessages,
                "lap_messages needs connections: 1 and in_flight: 1, for a lap is a row of round trips"
            )
        : null;

    private static (ScenarioKey Key, string Text)? FindBurstConflict(Scenario s) =>
        (s.Arrivals == Arrivals.Bursts, s.Burst) switch
        {
            (true, null) => (ScenarioKeys.Arrivals, "arrivals: bursts needs burst, such as burst: 16"),
            (false, not null) => (ScenarioKeys.Burst, "burst needs arrivals: bursts"),
            (true, { } burst) when burst > s.InFlight => (
                ScenarioKeys.Burst,
                $"last messages of a burst would wait for its first: burst {burst} is more than in_flight, {s.InFlight}"
            ),
            _ => null,
        };

    private static (ScenarioKey Key, string Text)? FindReplayConflict(Scenario s)
    {
        if (s.Replay is not { } replay)
            return s.Arrivals == Arrivals.Replay
                ? (ScenarioKeys.Arrivals, "arrivals: replay needs replay, the file of a recording")
                : null;
        if (!s.Load.SupportsReplay)
            return (ScenarioKeys.Replay, $"replay and test: {s.Test} exclude each other");
        if (s.RatePerS != replay.RatePerS(s.Connections))
            return (ScenarioKeys.Replay, "replay and rate exclude each other: the rate is that of the recording");
        if (s.RatePerS > ScenarioKeys.MaxRatePerS)
            return (ScenarioKeys.Replay, $"{replay.File} has more than {ScenarioKeys.MaxRatePerS} messages a second");
        if (s.Arrivals != Arrivals.Replay)
            return (ScenarioKeys.Replay, "replay and arrivals exclude each other");
        if (replay.SizesBytes is not null && !Payloads.Blocks.Contains(s.Payload))
            return (
                ScenarioKeys.Replay,
                $"payload: {s.Payload} has one size, and messages of {replay.File} have several"
            );
        return replay.MessageBytes is { } bytes && bytes != s.MessageBytes
            ? (
                ScenarioKeys.MessageBytes,
                $"message_bytes must be left out: messages of {replay.File} have "
                    + (replay.SizesBytes is null ? "" : "up to ")
                    + NumberText.Count(bytes)
            )
            : null;
    }

    /// <summary>Says what a cell asks for that needs both sides on this machine; null where nothing does.</summary>
    public static string? FindRemoteConflict(Cell cell) =>
        cell.Scenario.PairThreads is not null ? "pair: both sides of a cell are one process, and so on this machine"
        : cell.Scenario.Servers > PairKeys.MaxRemoteServers
            ? $"servers: at most {PairKeys.MaxRemoteServers} where a side is on another machine, not "
                + $"{cell.Scenario.Servers}"
        : null;

    /// <summary>What settings ask for that some cells can't have, each with the setting to look at.</summary>
    public static IEnumerable<(string Setting, string Text)> FindSettingConflicts(
        SuiteSettings settings,
        IReadOnlyList<Cell> cells
    )
    {
        if (settings.Sampling && !cells.All(cell => cell.Scenario.CanBeSampled))
            yield return (
                "sampling",
                "sampling and pair exclude each other: a profiler tells processes apart, and not their sides"
            );
    }

    /// <returns>What is wrong with messages of that size for a stack; null where nothing is.</returns>
    public static string? FindDatagramProblem(string stack, int messageBytes) =>
        messageBytes > ScenarioKeys.MaxDatagramBytes && Transports.ForStack(stack) == "udp"
            ? $"{ScenarioKeys.MessageBytes.Name} must be at most {ScenarioKeys.MaxDatagramBytes} for "
                + $"{stack}, whose messages are datagrams, not {messageBytes}"
            : null;
}
