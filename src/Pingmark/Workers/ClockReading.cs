namespace Pingmark.Workers;

/// <summary>A worker's clock beside this machine's, as a round trip of the control channel tells it.</summary>
/// <param name="AheadNs">Add it to a time of this machine.</param>
/// <param name="ErrorNs">How far it may be off: the clock was read somewhere within the round trip.</param>
public sealed record ClockReading(long AheadNs, long ErrorNs);
