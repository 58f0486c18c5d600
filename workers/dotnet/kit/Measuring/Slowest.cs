using System.Runtime.CompilerServices;
using System.Text.Json;

namespace Pingmark.Worker.Kit;

/// <summary>The slowest messages of a lane's measurement, at most so many as were asked for, with the fastest of them
/// first. A message costs one comparison with that one, unless it takes its place.</summary>
internal sealed class Slowest
{
    private const long Every = -1,
        None = long.MaxValue;

    private readonly PriorityQueue<Message, long> _messages = new();
    private int _most;

    /// <summary>A message is kept that takes longer.</summary>
    private long _exceed = None;

    private readonly record struct Message(int Connection, long IntendedAt, long SentAt, long ReceivedAt);

    /// <summary>A measurement begins. Nothing is allocated while it measures.</summary>
    /// <param name="most">So many are kept; 0: none.</param>
    public void Begin(int most)
    {
        _most = most;
        _messages.Clear();
        _messages.EnsureCapacity(most);
        _exceed = most > 0 ? Every : None;
    }

    /// <param name="roundTripNs">From the message's intended time.</param>
    /// <param name="lateNs">From its intended time to its send.</param>
    /// <param name="now">When its answer came.</param>
    public void Offer(int connection, long roundTripNs, long lateNs, long now)
    {
        if (roundTripNs > _exceed)
            Keep(new(connection, now - roundTripNs, now - roundTripNs + lateNs, now), roundTripNs);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Keep(in Message message, long roundTripNs)
    {
        if (_messages.Count == _most)
            _messages.EnqueueDequeue(message, roundTripNs);
        else
            _messages.Enqueue(message, roundTripNs);
        if (_messages.Count == _most)
            _messages.TryPeek(out _, out _exceed);
    }

    /// <summary>Adds those of another lane in the same measurement.</summary>
    public void Add(Slowest lane)
    {
        foreach (var (message, roundTripNs) in lane._messages.UnorderedItems)
            if (roundTripNs > _exceed)
                Keep(message, roundTripNs);
    }

    /// <summary>Writes nothing where none were asked for.</summary>
    public void Write(Utf8JsonWriter json)
    {
        if (_most == 0)
            return;
        var messages = _messages.UnorderedItems.Select(item => item.Element).ToList();
        json.WriteNumbers("slowest_connections", messages.Select(message => (long)message.Connection));
        json.WriteNumbers("slowest_intended_ns", messages.Select(message => message.IntendedAt));
        json.WriteNumbers("slowest_sent_ns", messages.Select(message => message.SentAt));
        json.WriteNumbers("slowest_received_ns", messages.Select(message => message.ReceivedAt));
    }
}
