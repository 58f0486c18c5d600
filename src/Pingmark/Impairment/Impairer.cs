using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Impairment;

/// <summary>Makes the networks of a run: verifies each before it is used, and opens links for cells.</summary>
/// <param name="seed">The seed of everything that is decided by chance.</param>
public sealed class Impairer(NetworkEngines engines, int seed)
{
    private const int MostAttempts = 3;

    /// <summary>How many probes are sent each way to count lost, duplicated and reordered packets.</summary>
    public const int Packets = 100_000,
        PacketsInShort = 10_000;

    /// <summary>Why a stack can't have the network that its cell asks for, and what it takes; null if it can.</summary>
    public string? Refusal(Network network, string stack) =>
        Transports.IsLocal(stack)
            ? $"{stack} connects processes of one machine without a network"
            : NetworkEngines.Refusal(network, TransportOf(stack));

    /// <exception cref="PingmarkException">The machine does not permit it, or not any longer.</exception>
    public INetworkLink Open(Network network, string stack) => NetworkEngines.Open(network.Engine, TransportOf(stack));

    /// <summary>Measures a network, and again if a figure is out of its bounds, since the machine may have disturbed
    /// it.</summary>
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
            var tried = new Verification(network, unchecked(seed + attempt));
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
