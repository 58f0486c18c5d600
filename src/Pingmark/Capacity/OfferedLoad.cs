using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Capacity;

/// <summary>Turns a load that the search tries (messages a second, connections or players) into a scenario of the
/// cell.</summary>
internal sealed class OfferedLoad(CapacitySettings settings, Scenario cell)
{
    public bool KeepsConnections => settings.Kind == CapacityKind.Rate;

    public Scenario CreateScenario(double load) =>
        settings.Kind == CapacityKind.Rate
            ? cell with
            {
                RatePerS = (int)Math.Round(load),
            }
            : cell with
            {
                Connections = (int)Math.Round(load),
                RatePerS = (int)Math.Round(load) * RatePerConnectionPerS,
            };

    /// <summary>A closed loop with one message in flight, whose rate is the first guess.</summary>
    public Scenario ClosedLoop => cell with { RatePerS = null, Arrivals = Arrivals.Uniform, InFlight = 1 };

    /// <summary>The messages a second that a load is; of players the inputs.</summary>
    public double MessagesPerS(double load) => settings.Kind == CapacityKind.Rate ? load : load * RatePerConnectionPerS;

    private int RatePerConnectionPerS => FindRatePerConnectionPerS(settings, cell);

    /// <summary>The messages a second of each connection: as asked for, or as its load usually has.</summary>
    public static int FindRatePerConnectionPerS(CapacitySettings settings, Scenario cell) =>
        settings.RateEachPerS ?? cell.Load.DefaultRatePerS(cell with { Connections = 1 }) ?? 1;
}

/// <summary>The loads that the search may try.</summary>
internal sealed record LoadRange(double Least, double Most)
{
    /// <summary>The descriptors that a runtime needs for its own files, generously.</summary>
    private const int OtherDescriptors = 200;

    /// <param name="mostDescriptors">The most descriptors that a process may have; null where there is no
    /// limit.</param>
    public static LoadRange For(CapacitySettings settings, IReadOnlyList<Cell> cells, long? mostDescriptors)
    {
        var perS = WindowLengths.For(settings).LeastPerS;
        if (settings.Kind == CapacityKind.Rate)
            return new(Math.Max(1, Math.Ceiling(perS)), ScenarioKeys.MaxRatePerS);
        var each = OfferedLoad.FindRatePerConnectionPerS(settings, cells[0].Scenario);
        var most = Math.Min(
            Math.Min(ScenarioKeys.MaxConnections, ScenarioKeys.MaxRatePerS / each),
            (mostDescriptors ?? long.MaxValue) - OtherDescriptors
        );
        return new(Math.Max(1, Math.Ceiling(perS / each)), Math.Max(1, most));
    }

    public static LoadRange For(CapacitySettings settings, IReadOnlyList<Cell> cells) =>
        For(settings, cells, ProcessLimit.ReadOpenFiles(File.ReadLines("/" + ProcessLimit.Source)).Hard);
}
