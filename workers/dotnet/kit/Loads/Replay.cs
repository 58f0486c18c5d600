using System.Globalization;

namespace Pingmark.Worker.Kit;

/// <summary>Recorded traffic played again: a connection sends at the recorded distances, and messages of the recorded
/// sizes, over and over. Connections begin at different places of the recording, evenly spread.</summary>
public sealed class Replay : Load
{
    public const string Name = "replay";
    private const string SizesField = "sizes_bytes";

    private readonly long[] _gaps;

    /// <summary>Of the messages; null: they are all as the client was connected for.</summary>
    private readonly long[]? _sizes;
    private int _next;
    private long _due;

    private Replay(long[] gaps, long[]? sizes, long begin, long origin)
    {
        (_gaps, _sizes) = (gaps, sizes);
        var at = 0L;
        while (at < begin)
            at += gaps[_next++];
        _next %= gaps.Length;
        _due = origin + at - begin;
    }

    public override long Due => _due;

    public override int MessageBytes => (int)_sizes![_next];

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
        var sizes = request.Has(SizesField) ? Sizes(request.Text(SizesField), gaps.Length, room) : null;
        return new(IsTimed: true, (c, origin) => new Replay(gaps, sizes, c * length / room.Connections, origin))
        {
            HasSizes = sizes is not null,
        };
    }

    private static long[] Sizes(string text, int messages, LoadRoom room)
    {
        if (!room.TakesSizes)
            throw new UnsupportedException(
                $"{SizesField}: of streams whose messages have their length before them, and no library's payload"
            );
        var sizes = Numbers(text);
        return
            sizes.Length == messages
            && sizes.All(bytes => bytes >= Constants.MinMessageBytes && bytes <= room.MessageBytes)
            ? sizes
            : throw new UnsupportedException(
                $"{SizesField}: as many numbers as gaps_ns, {Constants.MinMessageBytes} to {room.MessageBytes}"
            );
    }

    private static long[] Numbers(string text) =>
        text.Split(' ', Constants.MaxRecordedMessages + 1)
            .Select(word =>
                long.TryParse(word, NumberStyles.None, CultureInfo.InvariantCulture, out var one) ? one : -1
            )
            .ToArray();

    private static long[] Gaps(string text)
    {
        var gaps = Numbers(text);
        return
            gaps.Length <= Constants.MaxRecordedMessages && gaps.All(ns => ns is >= 0 and <= Constants.MaxRecordingNs)
            ? gaps
            : throw new UnsupportedException(
                $"gaps_ns: 1 to {Constants.MaxRecordedMessages} numbers of 0 to {Constants.MaxRecordingNs}"
            );
    }
}
