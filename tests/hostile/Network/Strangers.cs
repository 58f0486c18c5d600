namespace Pingmark.Hostile.Tests.Network;

/// <summary>Senders who say anything to a server. They count what the kernel took from them.</summary>
internal abstract class Strangers : IDisposable
{
    /// <summary>For whoever waits for a server that may never answer.</summary>
    protected const int PatienceMs = 100;

    private readonly Recent _recent = new();

    public long Sent { get; protected set; }

    /// <summary>How many were answered without a hello.</summary>
    public long LetIn { get; protected set; }

    /// <summary>Some frames, as many as come without a pause.</summary>
    public abstract void SendSome();

    /// <summary>What was sent last, oldest first: a line of hexadecimal digits for each datagram, or for all that one
    /// connection was given.</summary>
    public virtual IEnumerable<string> LastSent() => _recent.Lines();

    public abstract void Dispose();

    protected void Keep(ReadOnlySpan<byte> sent) => _recent.Add(sent);

    private sealed class Recent
    {
        private const int Most = 2_000;

        private readonly byte[][] _bytes = [.. Enumerable.Repeat(Array.Empty<byte>(), Most)];
        private readonly int[] _counts = new int[Most];
        private long _all;

        public void Add(ReadOnlySpan<byte> sent)
        {
            var at = _all++ % Most;
            if (_bytes[at].Length < sent.Length)
                _bytes[at] = new byte[sent.Length];
            sent.CopyTo(_bytes[at]);
            _counts[at] = sent.Length;
        }

        public IEnumerable<string> Lines()
        {
            for (var one = Math.Max(0, _all - Most); one < _all; one++)
                yield return Convert.ToHexStringLower(_bytes[one % Most].AsSpan(0, _counts[one % Most]));
        }
    }
}

/// <summary>Two ways to come to one server, in turns.</summary>
internal sealed class StrangersOfBoth(Strangers one, Strangers other, Case made) : Strangers
{
    public override void SendSome()
    {
        (made.InPercent(50) ? one : other).SendSome();
        Sent = one.Sent + other.Sent;
        LetIn = one.LetIn + other.LetIn;
    }

    public override IEnumerable<string> LastSent() => one.LastSent().Concat(other.LastSent());

    public override void Dispose()
    {
        one.Dispose();
        other.Dispose();
    }
}
