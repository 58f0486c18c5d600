namespace Pingmark.Worker.Kit;

/// <summary>One number with one writer that any thread may read: a plain add, no locked instruction on the measured
/// path.</summary>
public sealed class Counter
{
    private long _value;

    public long Value => Volatile.Read(ref _value);

    public void Add(long count) => Volatile.Write(ref _value, _value + count);

    /// <summary>For a number with several writers, who all have to use this.</summary>
    public void AddBesideOthers(long count) => Interlocked.Add(ref _value, count);
}
