namespace Pingmark.Hostile.Tests.Network;

/// <summary>Makes up what strangers of streams say.</summary>
internal abstract class Talks
{
    /// <summary>Puts what is said behind the greeting into an empty speech.</summary>
    /// <returns>The greeting, after which he waits; null where he waits for nothing.</returns>
    public abstract byte[]? Next(Speech speech);

    /// <summary>Whether whoever says that is to get nothing back.</summary>
    public abstract bool IsOfStranger(ReadOnlySpan<byte> said);
}

/// <summary>Of our wire. Most begin as a client does and go on with whole frames, for a server looks at nothing behind
/// the first broken one.</summary>
internal sealed class OurTalks(Case made, int mostFrames) : Talks
{
    private const int MostBehindBroken = 8;

    private readonly FrameMaker _bodies = new(made, OurWords.Bodies),
        _frames = new(made, OurWords.Frames);

    public override byte[]? Next(Speech speech)
    {
        var kind = made.Random.Next(100);
        if (kind < 70)
            speech.AddFramed(OurWords.Hello);
        if (kind < 80)
            AddWhole(speech);
        else if (kind < 90)
            speech.AddFramed(OurWords.Hello);
        for (var broken = made.Random.Next(MostBehindBroken); kind >= 80 && broken >= 0; broken--)
            speech.Add(_frames.Next());
        return kind is >= 70 and < 80
            ? OurWords.Framed(made.InPercent(50) ? OurWords.OneWayHello : OurWords.TickHello)
            : null;
    }

    public override bool IsOfStranger(ReadOnlySpan<byte> said) => !OurWords.BeginsWithHello(said);

    private void AddWhole(Speech speech)
    {
        for (var n = made.Random.Next(1, mostFrames); n > 0; n--)
        {
            var body = _bodies.Next();
            if (body.Length is < OurWords.LeastBody or > OurWords.MostBody)
                continue;
            if (!speech.AddFramed(body))
                return;
        }
        if (made.InPercent(50))
            speech.Add(_frames.Next());
    }
}

/// <summary>Of a wire that only a library knows: what a client of it said, changed. Most begin as it did.</summary>
internal sealed class RecordedTalks(Case made, IReadOnlyList<byte[]> said) : Talks
{
    private const int MostFrames = 64;

    private readonly FrameMaker _frames = new(made, said);

    public override byte[]? Next(Speech speech)
    {
        if (made.InPercent(90))
            speech.Add(said[0]);
        for (var n = made.Random.Next(1, MostFrames); n > 0; n--)
            if (!speech.Add(_frames.Next()))
                break;
        return null;
    }

    public override bool IsOfStranger(ReadOnlySpan<byte> bytes) => false;
}
