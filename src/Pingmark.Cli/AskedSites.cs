using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Runs;

namespace Pingmark.Cli;

/// <summary>Where the two sides were asked to be, and how the machines are reached.</summary>
/// <param name="SshConfig">In place of the user's; null: that.</param>
internal sealed record AskedSites(SiteChoice Sites, string? SshConfig)
{
    /// <summary>With an address for the servers that was asked for beside their machine.</summary>
    public AskedSites ListeningOn(string address) =>
        this with
        {
            Sites = Sites with { Server = Sites.Server with { Bind = address } },
        };

    /// <returns>What is wrong with where the servers of these would listen on this machine; null: nothing, or a side is
    /// elsewhere, so that they listen where they are reached.</returns>
    public string? AddressProblem(IReadOnlyList<Cell> cells) =>
        Sites.For(MostGenerators(cells)).IsAllHere
            ? cells
                .Select(cell => cell.Scenario.Address)
                .Distinct()
                .Select(address => OwnAddress.Problem(address, "address"))
                .FirstOrDefault(problem => problem is not null)
            : null;

    /// <returns>Null: both sides of these are on this machine.</returns>
    /// <inheritdoc cref="OpenAsync(int, CancellationToken)"/>
    public Task<RunSites?> OpenAsync(IReadOnlyList<Cell> cells, CancellationToken cancel) =>
        OpenAsync(MostGenerators(cells), cancel);

    private static int MostGenerators(IReadOnlyList<Cell> cells) => cells.Max(cell => cell.Scenario.ClientWorkers);

    /// <param name="generators">The most that anything of it has.</param>
    /// <returns>Null: both sides are on this machine.</returns>
    /// <exception cref="Placement.SiteException">One can't be used; the message tells what mends it.</exception>
    public async Task<RunSites?> OpenAsync(int generators, CancellationToken cancel) =>
        Sites.For(generators).IsAllHere ? null : await RunSites.OpenAsync(Sites, generators, SshConfig, cancel);
}
