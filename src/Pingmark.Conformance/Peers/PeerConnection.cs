namespace Pingmark.Conformance.Peers;

/// <summary>One connection as a raw server sees it.</summary>
/// <param name="Index">From 0, in the order in which they greeted.</param>
/// <param name="IsSilent">It gets no other answer than the hello's.</param>
internal sealed record PeerConnection(int Index, MessageCheck? Check, bool IsSilent);
