using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Runs;

/// <summary>Assigns cells to the classes that their suite compares within, by how stacks describe themselves.</summary>
/// <param name="Suite">The suite, whose cells have classes where it asks for them.</param>
/// <param name="Abouts">How each stack that was asked describes itself.</param>
internal sealed record StackClasses(Suite Suite, IReadOnlyDictionary<string, string> Abouts)
{
    /// <param name="forServers">Whether a stack can run where servers are.</param>
    /// <returns>The same suite where it asks for no classes, or its cells have them already.</returns>
    public static async Task<StackClasses> AssignAsync(
        Suite suite,
        IWorkerStarter starter,
        Func<string, Availability> forServers,
        CancellationToken cancel
    )
    {
        var facts = suite.Settings.BaselineBy;
        var known = new Dictionary<string, StackDescription>();
        if (facts.Count == 0 || suite.Cells.All(cell => cell.Class is not null))
            return new(suite, new Dictionary<string, string>());
        var stacks = suite.Cells.Select(cell => cell.Stack).Distinct().ToList();
        foreach (var stack in stacks.Where(stack => forServers(stack).IsAvailable))
            if (!known.ContainsKey(stack))
                foreach (var described in await DescribeAsync(stack, stacks, starter, cancel))
                    known[described.Stack] = described;
        var classes = known.ToDictionary(one => one.Key, one => one.Value.ClassBy(facts));
        return new(
            suite with
            {
                Cells =
                [
                    .. suite.Cells.Select(cell =>
                        cell with
                        {
                            Class = classes.GetValueOrDefault(cell.Stack) ?? Unknown(cell.Stack),
                        }
                    ),
                ],
            },
            known.ToDictionary(one => one.Key, one => one.Value.About)
        );

        // A stack that can't be asked is not measured either; its name gives its class.
        StackClass Unknown(string stack)
        {
            var byName = StackClass.Create(facts, stack, Transports.ForStack(stack), waits: null);
            return stacks
                    .Select(classes.GetValueOrDefault)
                    .FirstOrDefault(one =>
                        one is not null && (one.Transport, one.Stack) == (byName.Transport, byName.Stack)
                    )
                ?? byName;
        }
    }

    /// <summary>Describes a stack, and the others of its worker; nothing where the worker does not answer, since its
    /// cells will fail.</summary>
    private static async Task<IReadOnlyList<StackDescription>> DescribeAsync(
        string stack,
        IReadOnlyList<string> stacks,
        IWorkerStarter starter,
        CancellationToken cancel
    )
    {
        try
        {
            return await StackDescription.AskAllAsync(starter, stack, stacks, cancel);
        }
        catch (PingmarkException e) when (e is WorkerFault or UnsupportedException)
        {
            return [];
        }
    }
}
