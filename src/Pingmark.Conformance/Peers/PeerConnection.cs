namespace Pingmark.Conformance.Peers;

/// <summary>One connection as a raw server sees it.</summary>
/// <param name="Index">Its number from 0, in the order in which connections greeted.</param>
internal sealed record PeerConnection(int Index, MessageCheck? Check);
