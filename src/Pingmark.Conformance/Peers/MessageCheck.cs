using System.Numerics;

namespace Pingmark.Conformance.Peers;

/// <summary>The connect options that decide every byte of what a client sends.</summary>
internal sealed record ClientPromise(int InFlight, int BodyBytes, Payload Payload);

/// <summary>Checks one connection's messages: sequence numbers (each slot counts its own generations, from 0), length
/// and payload.</summary>
internal sealed class MessageCheck(ClientPromise promise)
{
    private readonly int _slotBits = 32 - BitOperations.LeadingZeroCount((uint)promise.InFlight - 1);
    private readonly uint[] _generations = new uint[promise.InFlight];

    /// <returns>What is wrong; null when it is the message that the protocol says comes next.</returns>
    public string? FindProblem(ReadOnlySpan<byte> body)
    {
        if (body.Length != promise.BodyBytes)
            return $"a body of {body.Length} bytes instead of {promise.BodyBytes}";
        var sequence = Payload.ReadSequence(body);
        var slot = sequence & ((1u << _slotBits) - 1);
        if (slot >= promise.InFlight)
            return $"sequence {sequence}: slot {slot}, with {promise.InFlight} in flight";
        var generation = sequence >> _slotBits;
        if (generation != _generations[slot]++)
            return $"sequence {sequence}: generation {generation} of slot {slot} instead of {_generations[slot] - 1}";
        return promise.Payload.Matches(body) ? null : $"sequence {sequence} with another payload";
    }
}
