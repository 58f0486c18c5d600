using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Nbn;
using Pingmark.Runs;
using Pingmark.Suites;
using Pingmark.Trials;

namespace Pingmark.Cli;

/// <summary>The network of <c>nbn --network</c>: measured before its use, and opened before each server.</summary>
internal static class NbnNetwork
{
    public const string Option = "--network";

    /// <summary>The seed of the probes that measure it.</summary>
    private const int Seed = 1;

    /// <summary>The options with the engine that this machine permits, and what opens the network before a
    /// server.</summary>
    /// <exception cref="PingmarkException">The network can't be made here.</exception>
    public static async Task<(NbnOptions Options, Func<string, NetworkPath>? Open)> VerifyAsync(
        NbnOptions options,
        IRunSides sides,
        ProgressLog progress,
        CancellationToken cancel
    )
    {
        if (options.Network is not { } asked)
            return (options, null);
        var engines = new NetworkEngines();
        var (network, impairer) = (sides.NetworkFor(asked, engines), new Impairer(engines, Seed));
        await RequiredNetwork.VerifyAsync(impairer, network, progress, cancel);
        return (options with { Network = network }, stack => NetworkPath.Open(network, stack, impairer));
    }

    /// <summary>The same network for a predefined benchmark's suite.</summary>
    public static IReadOnlyList<SuiteOverride> Overrides(NbnOptions options) =>
        [
            .. NbnBenchmarks
                .NetworkAssignments(options)
                .Select(assignment => new SuiteOverride(assignment, $"{Option} {options.NetworkWords}")),
        ];
}
