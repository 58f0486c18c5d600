using Pingmark.Model;

namespace Pingmark.Observing.Kernel;

/// <summary>Something of the kernel that is read in even steps while a window is measured. A reading must not
/// allocate.</summary>
internal interface ISource : IDisposable
{
    /// <param name="nowNs">The time of the reading.</param>
    void Read(long nowNs);

    /// <summary>What of it the kernel does not tell here, in words.</summary>
    IReadOnlyList<string> NotObserved => [];

    /// <summary>The events that the readings show.</summary>
    IEnumerable<WatchedEvent> Events();
}

/// <summary>How much a counter of the kernel grew between two readings.</summary>
/// <param name="Thread">The number of the thread that had most of it; 0 where it is not known.</param>
internal readonly record struct Step(long FromNs, long ToNs, long Grown, int Thread = 0);

/// <summary>The steps of a counter that grew, and how often it was read at all.</summary>
internal sealed class Readings
{
    /// <summary>Room for so many steps before memory is needed, which happens rarely then.</summary>
    private const int Room = 4096;

    private readonly List<Step> _steps = new(Room);
    private long? _value;
    private long _readNs;

    public IReadOnlyList<Step> Steps => _steps;
    public int Count { get; private set; }

    public void Add(Step step)
    {
        Count++;
        if (step.Grown > 0)
            _steps.Add(step);
    }

    /// <summary>Adds what a counter grew by since the value before; the first value begins the first step.</summary>
    public void AddValue(long value, long nowNs)
    {
        if (_value is { } before)
            Add(new(_readNs, nowNs, value - before));
        (_value, _readNs) = (value, nowNs);
    }
}
