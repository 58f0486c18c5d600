using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Placement;
using Pingmark.Placement.Engines;
using Pingmark.Runs;

namespace Pingmark.Cli;

/// <summary>The machines for the two sides, as the user asked for them, and how they are reached.</summary>
/// <param name="Configs">The files that the options of engines name.</param>
internal sealed record RequestedSites(SiteChoice Sites, IReadOnlyDictionary<MachineEngine, string> Configs)
{
    /// <summary>The same sites with an address for the servers, which was given beside their machine.</summary>
    public RequestedSites ListeningOn(string address) =>
        this with
        {
            Sites = Sites with { Server = Sites.Server with { Bind = address } },
        };

    /// <returns>What is wrong with the address that the servers of these cells would listen on here; null where nothing
    /// is, or where a side is on another machine, so that servers listen where they are reached.</returns>
    public string? AddressProblem(IReadOnlyList<Cell> cells) =>
        Sites.For(MostGenerators(cells)).IsAllHere
            ? cells
                .Select(cell => cell.Scenario.Address)
                .Distinct()
                .Select(address => OwnAddress.Problem(address, "address"))
                .FirstOrDefault(problem => problem is not null)
            : null;

    /// <returns>Null where both sides of these cells are on this machine.</returns>
    /// <inheritdoc cref="OpenAsync(int, CancellationToken)"/>
    public Task<RunSites?> OpenAsync(IReadOnlyList<Cell> cells, CancellationToken cancel) =>
        OpenAsync(MostGenerators(cells), cancel);

    private static int MostGenerators(IReadOnlyList<Cell> cells) => cells.Max(cell => cell.Scenario.ClientWorkers);

    /// <param name="generators">The most generators that any cell has.</param>
    /// <returns>Null where both sides are on this machine.</returns>
    /// <exception cref="SiteException">A machine can't be used; the message tells what mends it.</exception>
    public async Task<RunSites?> OpenAsync(int generators, CancellationToken cancel) =>
        Sites.For(generators).IsAllHere ? null : await RunSites.OpenAsync(Sites, generators, Configs, cancel);
}
