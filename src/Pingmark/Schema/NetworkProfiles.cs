using Pingmark.Model;

namespace Pingmark.Schema;

/// <summary>Networks with a name: round figures of what such networks are usually like, for one direction
/// each.</summary>
public static class NetworkProfiles
{
    private const long UsNs = 1_000,
        MsNs = 1_000_000,
        Mbit = 1_000_000;

    public static readonly IReadOnlyList<Network> All =
    [
        new()
        {
            Profile = "lan",
            DelayNs = 250 * UsNs,
            JitterNs = 50 * UsNs,
        },
        new()
        {
            Profile = "wifi",
            DelayNs = 3 * MsNs,
            JitterNs = 2 * MsNs,
            Loss = 0.005,
            RateBitsPerS = 50 * Mbit,
        },
        new()
        {
            Profile = "4g",
            DelayNs = 25 * MsNs,
            JitterNs = 8 * MsNs,
            Loss = 0.003,
            RateBitsPerS = 20 * Mbit,
        },
        new()
        {
            Profile = "satellite",
            DelayNs = 280 * MsNs,
            JitterNs = 10 * MsNs,
            Loss = 0.005,
            RateBitsPerS = 10 * Mbit,
        },
        new()
        {
            Profile = "bad-hotel",
            DelayNs = 60 * MsNs,
            JitterNs = 30 * MsNs,
            Loss = 0.03,
            Duplicate = 0.002,
            Reorder = 0.01,
            RateBitsPerS = 2 * Mbit,
        },
    ];

    public static IReadOnlyList<string> Names { get; } = All.Select(network => network.Profile!).ToList();

    /// <summary>The profile of a name; null where there is none.</summary>
    public static Network? Find(string? name) => All.FirstOrDefault(network => network.Profile == name);
}
