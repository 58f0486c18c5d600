using Pingmark.Model;
using Pingmark.Trials;
using Pingmark.Workers;

namespace Pingmark.Nbn;

/// <summary>The clients of a manual test: a worker for each transmission, for a connection has one.</summary>
public sealed class NbnManualClients(NbnSides sides, string stack, NbnOptions options, string token, string? cpus)
{
    public Task<ClientSide> ConnectAsync(Transmission transmission, CancellationToken cancel) =>
        sides.ConnectAsync(stack, options with { Transmission = transmission }, token, cpus, cancel);

    /// <summary>What the prompt offers: the transmission that was asked for first.</summary>
    public static IReadOnlyList<Transmission> TransmissionsOf(StackDescription stack, NbnOptions options)
    {
        var first = NbnLimits.TransmissionOf(stack, options);
        var other = first == Transmission.Reliable ? Transmission.Unreliable : Transmission.Reliable;
        return NbnLimits.HasBoth(stack) ? [first, other] : [first];
    }
}
