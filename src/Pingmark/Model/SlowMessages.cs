namespace Pingmark.Model;

/// <summary>The slowest messages of a window that a client counted and that were answered intact, in any order: one
/// entry of each list is one message. Times are in ns by the CLOCK_MONOTONIC of the client's machine.</summary>
/// <param name="Connections">The number of each message's connection, from 0.</param>
/// <param name="IntendedNs">When it should have been sent; its send time where its load has no times of its
/// own.</param>
/// <param name="SentNs">When it was sent.</param>
/// <param name="ReceivedNs">When its answer was received.</param>
public sealed record SlowMessages(
    IReadOnlyList<int> Connections,
    IReadOnlyList<long> IntendedNs,
    IReadOnlyList<long> SentNs,
    IReadOnlyList<long> ReceivedNs
);
