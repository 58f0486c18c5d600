using Pingmark.Model;
using Pingmark.Trials;
using Pingmark.Workers;

namespace Pingmark.Nbn;

/// <summary>The clients of a manual test: one worker for each transmission, because a connection has one.</summary>
public sealed class NbnManualClients(NbnSides sides, string stack, NbnOptions options, string token, string? cpus)
{
    public Task<ClientSide> ConnectAsync(Transmission transmission, CancellationToken cancel) =>
        sides.ConnectAsync(stack, options with { Transmission = transmission }, token, cpus, cancel);

    /// <summary>The transmissions that the prompt offers, the one that was asked for first.</summary>
    public static IReadOnlyList<Transmission> TransmissionsOf(StackDescription stack, NbnOptions options)
    {
        var first = NbnLimits.TransmissionOf(stack, options);
        var other = first == Transmission.Reliable ? Transmission.Unreliable : Transmission.Reliable;
        return NbnLimits.HasBoth(stack) ? [first, other] : [first];
    }
}
