using Pingmark.Host;

namespace Pingmark.Conformance.Peers;

/// <param name="Connection">The number of the connection from 0, in the order in which they reached the server.</param>
internal readonly record struct Arrival(int Connection, uint Sequence, long AtNs);

/// <summary>A log of when each message arrived at a raw server.</summary>
internal sealed class ArrivalLog
{
    private readonly Lock _lock = new();
    private readonly List<Arrival> _all = [];

    public IReadOnlyList<Arrival> All
    {
        get
        {
            lock (_lock)
                return [.. _all];
        }
    }

    public void Add(int connection, ReadOnlySpan<byte> body)
    {
        var arrival = new Arrival(connection, Payload.SequenceOf(body), Clock.NowNs);
        lock (_lock)
            _all.Add(arrival);
    }
}
