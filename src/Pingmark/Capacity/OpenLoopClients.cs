using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Capacity;

/// <summary>Refuses clients that can't offer a load, before anything is measured.</summary>
internal static class OpenLoopClients
{
    /// <param name="describe">Describes a client; null where it can't be started.</param>
    /// <exception cref="BadInputException">A client can't make the load; the message says which one can.</exception>
    public static async Task RequireAsync(
        IReadOnlyList<Cell> cells,
        CapacitySettings settings,
        Func<string, Task<StackDescription?>> describe
    )
    {
        var problems = new List<string>();
        foreach (var cell in cells.DistinctBy(cell => cell.Client))
        {
            var scenario = new OfferedLoad(settings, cell.Scenario).Scenario(1);
            if (await describe(cell.Client) is { } client && !client.Loads.Contains(scenario.LoadName))
                problems.Add(
                    $"the client of {cell.Client} can't {scenario.Load.Ability} (its loads: "
                        + $"{string.Join(", ", client.Loads)}): {scenario.Load.WhoCan}"
                );
        }
        if (problems.Count > 0)
            throw new BadInputException(string.Join('\n', problems));
    }
}
