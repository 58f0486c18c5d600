using System.Globalization;

namespace Pingmark.Worker.Kit;

/// <summary>Recorded traffic played again: a connection sends at the recorded distances, over and over. Connections
/// begin at different places of the recording, evenly spread.</summary>
public sealed class Replay : Load
{
    public const string Name = "replay";

    private readonly long[] _gaps;
    private int _next;
    private long _due;

    private Replay(long[] gaps, long begin, long origin)
    {
        _gaps = gaps;
        var at = 0L;
        while (at < begin)
            at += gaps[_next++];
        _next %= gaps.Length;
        _due = origin + at - begin;
    }

    public override long Due => _due;

    public override void Sent()
    {
        _due += _gaps[_next];
        if (++_next == _gaps.Length)
            _next = 0;
    }

    internal static LoadPlan Read(Request request, LoadRoom room)
    {
        var gaps = Gaps(request.Text("gaps_ns"));
        var length = gaps.Sum();
        if (
            length < 1
            || length > Constants.MaxRecordingNs
            || gaps.Length * Clock.Second / length > Constants.MaxRatePerS
        )
            throw new UnsupportedException(
                $"gaps_ns of {length} ns in all: up to {Constants.MaxRecordingNs}, and {Constants.MaxRatePerS} "
                    + "messages a second"
            );
        return new(IsTimed: true, (c, origin) => new Replay(gaps, c * length / room.Connections, origin));
    }

    private static long[] Gaps(string text)
    {
        var gaps = text.Split(' ', Constants.MaxRecordedMessages + 1)
            .Select(gap => long.TryParse(gap, NumberStyles.None, CultureInfo.InvariantCulture, out var ns) ? ns : -1)
            .ToArray();
        return
            gaps.Length <= Constants.MaxRecordedMessages && gaps.All(ns => ns is >= 0 and <= Constants.MaxRecordingNs)
            ? gaps
            : throw new UnsupportedException(
                $"gaps_ns: 1 to {Constants.MaxRecordedMessages} numbers of 0 to {Constants.MaxRecordingNs}"
            );
    }
}
