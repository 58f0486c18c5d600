using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Capacity;

/// <summary>Refuses clients that can't offer a load, before anything is measured.</summary>
internal static class OpenLoopClients
{
    /// <param name="availability">Tells which stacks can be started; the others are not asked.</param>
    /// <exception cref="BadInputException">A client can't make the load; the message says which one can.</exception>
    public static async Task RequireAsync(
        IReadOnlyList<Cell> cells,
        CapacitySettings settings,
        IWorkerStarter starter,
        Func<string, Availability> availability,
        CancellationToken cancel
    )
    {
        var problems = new List<string>();
        foreach (var cell in cells.DistinctBy(cell => cell.Client).Where(cell => availability(cell.Client).IsAvailable))
        {
            var scenario = new OfferedLoad(settings, cell.Scenario).Scenario(1);
            var client = await StackDescription.AskAsync(starter, cell.Client, cancel);
            if (!client.Loads.Contains(scenario.LoadName))
                problems.Add(
                    $"the client of {cell.Client} can't {scenario.Load.Ability} (its loads: "
                        + $"{string.Join(", ", client.Loads)}): {scenario.Load.Alternative}"
                );
        }
        if (problems.Count > 0)
            throw new BadInputException(string.Join('\n', problems));
    }
}
