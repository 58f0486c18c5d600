using System.Buffers.Binary;

namespace Pingmark.WrongWorkers;

/// <summary>What a wrong server answers instead of the whole frames that it should echo. Its connections count
/// together: one message in 100 is one, however few each of them sends.</summary>
internal sealed class WrongAnswers(string fault)
{
    public static readonly string[] Faults = ["drops-1-in-1000", "answers-from-a-cache", "corrupts"];

    private const int HelloAnswerBody = 4;

    private readonly Lock _lock = new();
    private readonly Dictionary<int, byte[]> _cache = [];
    private int _messages;

    public byte[] Of(byte[] frames)
    {
        if (!Faults.Contains(fault))
            return frames;
        using var answer = new MemoryStream();
        for (var at = 0; at < frames.Length; )
        {
            var length = sizeof(int) + BinaryPrimitives.ReadInt32LittleEndian(frames.AsSpan(at));
            var frame = frames.AsSpan(at, length).ToArray();
            at += length;
            // The hello's answer stays right, or no fault would ever be reached.
            answer.Write(
                length == sizeof(int) + HelloAnswerBody && frame.AsSpan(sizeof(int)).SequenceEqual("PMOK"u8)
                    ? frame
                    : Wrong(frame)
            );
        }
        return answer.ToArray();
    }

    private byte[] Wrong(byte[] frame)
    {
        using var _ = _lock.EnterScope();
        switch (fault)
        {
            case "drops-1-in-1000":
                return ++_messages % 1000 == 0 ? [] : frame;
            case "answers-from-a-cache":
                // The right sequence number and an older message's content: cheap, and what a checksum-free client
                // would not notice.
                if (_cache.TryGetValue(frame.Length, out var cached))
                    return [.. frame[..8], .. cached[8..]];
                _cache[frame.Length] = frame;
                return frame;
            default:
                frame[^1] ^= (byte)(++_messages % 100 == 0 && frame.Length > 8 ? 1 : 0);
                return frame;
        }
    }
}
