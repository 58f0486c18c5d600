namespace Pingmark.Observing.Kernel;

/// <summary>How much a counter of the kernel grew between two readings.</summary>
/// <param name="Who">The number of who had most of it, such as a thread; 0 where nobody is known.</param>
internal readonly record struct Step(long FromNs, long ToNs, long Grown, int Who = 0);

/// <summary>The steps of a counter that grew, and how often it was read at all.</summary>
internal sealed class Readings
{
    /// <summary>Room for so many steps before memory is needed, which happens rarely then.</summary>
    private const int Room = 4096;

    private readonly List<Step> _steps = new(Room);

    public IReadOnlyList<Step> Steps => _steps;
    public int Count { get; private set; }

    public void Add(Step step)
    {
        Count++;
        if (step.Grown > 0)
            _steps.Add(step);
    }
}
