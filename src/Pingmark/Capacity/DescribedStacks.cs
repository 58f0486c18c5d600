using Pingmark.Model;
using Pingmark.Workers;

namespace Pingmark.Capacity;

/// <summary>Asks stacks what they can do, each once.</summary>
/// <param name="availability">Tells which stacks can be started; the others are not asked.</param>
internal sealed class DescribedStacks(
    IWorkerStarter starter,
    Func<string, Availability> availability,
    CancellationToken cancel
)
{
    private readonly Dictionary<string, StackDescription?> _known = [];

    /// <exception cref="WorkerFault">The worker can't be started, or does not answer as it should.</exception>
    /// <returns>The stack's description; null where it can't be started.</returns>
    public async Task<StackDescription?> OfAsync(string stack)
    {
        if (!_known.TryGetValue(stack, out var description))
            _known[stack] = description = availability(stack).IsAvailable
                ? await StackDescription.AskAsync(starter, stack, cancel)
                : null;
        return description;
    }

    /// <returns>The same; null also where it does not tell: what is wrong with it shows when it is measured.</returns>
    public async Task<StackDescription?> OfServerAsync(string stack)
    {
        try
        {
            return await OfAsync(stack);
        }
        catch (WorkerFault)
        {
            return null;
        }
    }
}
