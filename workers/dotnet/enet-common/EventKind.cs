namespace Pingmark.Worker.ENet;

/// <summary>What a library's event tells, as both number it; the C library never tells of the last one.</summary>
internal enum EventKind
{
    Connected = 1,
    Disconnected = 2,
    Received = 3,
    TimedOut = 4,
}
