using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Impairment;

/// <summary>The networks of a run: verifies each before it is used, and opens links of those that are.</summary>
/// <param name="seed">Of all that is decided by chance.</param>
public sealed class Impairer(NetworkEngines engines, int seed)
{
    private const int MostAttempts = 3;

    /// <summary>Probes of shares each way.</summary>
    public const int Packets = 100_000,
        PacketsInShort = 10_000;

    /// <summary>What it takes to do what a stack's cell asks; null: it can't be done to this stack.</summary>
    /// <param name="stack">Its id.</param>
    public string? Refusal(Network network, string stack) =>
        Transports.IsLocal(stack)
            ? $"{stack} connects processes of one machine without a network"
            : engines.Of(network.Engine).Refusal(network, TransportOf(stack));

    /// <exception cref="PingmarkException">The machine does not permit it (any more).</exception>
    public INetworkLink Open(Network network, string stack) => engines.Of(network.Engine).Open(TransportOf(stack));

    /// <summary>Measures it; again, where the machine may have disturbed.</summary>
    /// <param name="network">With its engine.</param>
    public async Task<NetworkCheck> VerifyAsync(Network network, int packets, CancellationToken cancel)
    {
        var check = new NetworkCheck
        {
            Network = network,
            Text = NetworkKeys.Text(network),
            Problem = engines.Problem(network.Engine),
            NoiseAccepted = Noise.IsAccepted,
        };
        for (var attempt = 1; check.Problem is null && attempt <= MostAttempts; attempt++)
        {
            cancel.ThrowIfCancellationRequested();
            var tried = new Verification(engines.Of(network.Engine), network, unchecked(seed + attempt));
            // A thread of its own: it waits to the microsecond.
            try
            {
                var (figures, sent) = await Task.Factory.StartNew(
                    () => tried.Measure(packets),
                    cancel,
                    TaskCreationOptions.LongRunning,
                    TaskScheduler.Default
                );
                check = check with { Figures = figures, Packets = sent, Attempts = attempt };
                if (figures.All(figure => figure.IsWithin))
                    break;
            }
            catch (PingmarkException e)
            {
                check = check with { Problem = e.Message, Attempts = attempt };
            }
        }
        return check;
    }

    private static string TransportOf(string stack) => Transports.IsOverTcp(stack) ? "tcp" : "udp";
}
