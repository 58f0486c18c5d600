using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Capacity;

/// <summary>The least and the most load of a kind, in its unit.</summary>
internal sealed record LoadRange(double Least, double Most)
{
    /// <summary>The descriptors that a runtime needs for its own files, generously.</summary>
    private const int Besides = 200;

    /// <param name="mostDescriptors">The most descriptors that a process may have; null where there is no
    /// limit.</param>
    public static LoadRange Of(CapacitySettings settings, IReadOnlyList<Cell> cells, long? mostDescriptors)
    {
        var perS = WindowLengths.For(settings).LeastPerS;
        if (settings.Kind == CapacityKind.Rate)
            return new(Math.Max(1, Math.Ceiling(perS)), ScenarioKeys.MaxRatePerS);
        var each = OfferedLoad.RateEach(settings, cells[0].Scenario);
        var most = Math.Min(
            Math.Min(ScenarioKeys.MaxConnections, ScenarioKeys.MaxRatePerS / each),
            (mostDescriptors ?? long.MaxValue) - Besides
        );
        return new(Math.Max(1, Math.Ceiling(perS / each)), Math.Max(1, most));
    }

    public static LoadRange Of(CapacitySettings settings, IReadOnlyList<Cell> cells) =>
        Of(settings, cells, ProcessLimit.ReadOpenFiles(File.ReadLines("/" + ProcessLimit.Source)).Hard);
}
