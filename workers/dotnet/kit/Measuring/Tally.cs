namespace Pingmark.Worker.Kit;

/// <summary>A count with one writer that any thread may read: a plain add, no locked instruction on the measured
/// path.</summary>
public sealed class Tally
{
    private long _value;

    public long Value => Volatile.Read(ref _value);

    public void Add(long count) => Volatile.Write(ref _value, _value + count);

    public void Reset() => Volatile.Write(ref _value, 0);
}
