namespace Pingmark.Workers;

/// <summary>The difference of a worker's clock from this machine's, as a round trip of the control channel tells
/// it.</summary>
/// <param name="AheadNs">What is to be added to a time of this machine, in ns.</param>
/// <param name="ErrorNs">How far off that may be, in ns: the clock was read at some moment within the round
/// trip.</param>
public sealed record ClockReading(long AheadNs, long ErrorNs);
