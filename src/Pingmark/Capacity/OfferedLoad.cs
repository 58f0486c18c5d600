using Pingmark.Model;

namespace Pingmark.Capacity;

/// <summary>The scenarios that offer a load: what is looked for is put into a cell's scenario.</summary>
/// <param name="cell">The scenario of the cell, without a load.</param>
internal sealed class OfferedLoad(CapacitySettings settings, Scenario cell)
{
    /// <summary>Whether the client stays connected while the load changes.</summary>
    public bool KeepsConnections => settings.Kind == CapacityKind.Rate;

    /// <summary>The scenario with a load.</summary>
    /// <param name="load">Messages a second, connections or players.</param>
    public Scenario Scenario(double load) =>
        settings.Kind == CapacityKind.Rate
            ? cell with
            {
                RatePerS = (int)Math.Round(load),
            }
            : cell with
            {
                Connections = (int)Math.Round(load),
                RatePerS = (int)Math.Round(load) * RateEachPerS,
            };

    /// <summary>The scenario of a closed loop with one message in flight on each connection, whose rate is a first
    /// guess of the capacity.</summary>
    public Scenario Closed => cell with { RatePerS = null, Arrivals = Arrivals.Uniform, InFlight = 1 };

    /// <summary>The messages a second that a load is; of players the inputs.</summary>
    public double PerS(double load) => settings.Kind == CapacityKind.Rate ? load : load * RateEachPerS;

    private int RateEachPerS => RateEach(settings, cell);

    /// <summary>The messages a second of each connection: as asked for, or as its load usually has.</summary>
    public static int RateEach(CapacitySettings settings, Scenario cell) =>
        settings.RateEachPerS ?? cell.Load.DefaultRatePerS(cell with { Connections = 1 }) ?? 1;
}
