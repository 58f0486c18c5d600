namespace Pingmark.Tests.Trials;

/// <summary>A clock that goes on when it is told to.</summary>
internal sealed class SetClock : TimeProvider
{
    private long _ns;

    public override long TimestampFrequency => 1_000_000_000;

    public override long GetTimestamp() => _ns;

    public void Advance(long ns) => _ns += ns;
}
