namespace Pingmark.Hostile.Tests.Network;

/// <summary>What is said on one connection, in one buffer, with the ends of its frames.</summary>
internal sealed class Speech
{
    private const int Most = 1 << 20;

    private readonly byte[] _bytes = new byte[Most];
    private readonly List<int> _ends = [];
    private int _count;

    public int Frames => _ends.Count;
    public ReadOnlySpan<byte> Bytes => _bytes.AsSpan(0, _count);

    /// <summary>Frame after frame.</summary>
    public IEnumerable<ReadOnlyMemory<byte>> Pieces()
    {
        var begin = 0;
        foreach (var end in _ends)
        {
            yield return _bytes.AsMemory(begin, end - begin);
            begin = end;
        }
    }

    public void Clear()
    {
        _count = 0;
        _ends.Clear();
    }

    /// <summary>False: there is no room for it.</summary>
    public bool Add(ReadOnlySpan<byte> frame)
    {
        if (frame.Length > Most - _count)
            return false;
        frame.CopyTo(_bytes.AsSpan(_count));
        _count += frame.Length;
        _ends.Add(_count);
        return true;
    }

    /// <summary>With its length before it, as our streams have it.</summary>
    public bool AddFramed(ReadOnlySpan<byte> body)
    {
        if (body.Length + OurWords.LengthBytes > Most - _count)
            return false;
        BitConverter.TryWriteBytes(_bytes.AsSpan(_count), body.Length);
        body.CopyTo(_bytes.AsSpan(_count + OurWords.LengthBytes));
        _count += OurWords.LengthBytes + body.Length;
        _ends.Add(_count);
        return true;
    }
}
