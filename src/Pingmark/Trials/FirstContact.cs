using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Trials;

/// <summary>How a pair finds out that its server answers at all, before each window waits for it.</summary>
internal class FirstContact
{
    /// <summary>A window all of whose messages count.</summary>
    private const long WindowNs = 1_000_000;

    /// <summary>Of a server that is ours, whose first answer comes as soon as any.</summary>
    public static readonly FirstContact Usual = new();

    /// <returns>The first answers; none where all tries were in vain.</returns>
    public virtual Task<Measurement> AwaitAsync(Pair pair, CancellationToken cancel) =>
        TryAsync(pair, pair.Network.ContactTries, lastNs: null, cancel);

    /// <param name="lastNs">How long the last try waits; null: as long as those before.</param>
    protected static async Task<Measurement> TryAsync(Pair pair, int tries, long? lastNs, CancellationToken cancel)
    {
        Measurement first;
        do
        {
            if (--tries == 0 && lastNs is { } longNs)
                pair.WaitForSlowAnswers(longNs);
            first = await pair.SlowWindowAsync(WindowNs, cancel);
        } while (first is { Sent: > 0, Received: 0 } && tries > 0);
        return first;
    }
}

/// <summary>Of a server that is not ours, and may be slow.</summary>
/// <param name="tellWait">Called where no answer has come after <see cref="SilenceToldAfterNs"/>, with the longest time
/// that is waited for one.</param>
internal sealed class PatientContact(Action<long>? tellWait) : FirstContact
{
    public const long SilenceToldAfterNs = LossTimeout.MaxNs;

    /// <summary>How long the first answer may take: 60 s, and what the way takes.</summary>
    public const long MaxAnswerNs = 70_000_000_000;

    public override async Task<Measurement> AwaitAsync(Pair pair, CancellationToken cancel)
    {
        var tries = Tries(pair);
        // In a stream the answers of earlier tries come first.
        var lastNs = pair.CanLoseMessages ? MaxAnswerNs : tries * MaxAnswerNs;
        var contact = TryAsync(pair, tries, lastNs, cancel);
        var silence = TimeSpan.FromMicroseconds(SilenceToldAfterNs / 1e3);
        if (tellWait is not null && !await Deadline.MetAsync(contact, silence, TimeProvider.System, cancel))
            tellWait(
                pair.Scenario.LostAfterNs is { } lostAfterNs
                    ? tries * lostAfterNs
                    : (tries - 1) * LossTimeout.MaxNs + lastNs
            );
        return await contact;
    }

    /// <summary>Of one stream nothing is lost, and another try would only come later. Of several a few may be silent,
    /// and the first try shows whether any answers.</summary>
    private static int Tries(Pair pair) =>
        pair.CanLoseMessages ? pair.Network.ContactTries
        : pair.Scenario.AllConnections == 1 ? 1
        : 2;
}
