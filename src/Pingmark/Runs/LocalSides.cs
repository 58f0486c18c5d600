using System.Globalization;
using Pingmark.Formatting;
using Pingmark.Host;
using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Trials;
using Pingmark.Workers;

namespace Pingmark.Runs;

/// <summary>Both sides of a run as children of this process.</summary>
/// <param name="Cores">The cores that both sides share.</param>
public sealed record LocalSides(IReadOnlyList<int> Cores) : IRunSides
{
    public IReadOnlyList<int>? ClientCores => null;
    public MachineInfo Machine { get; } = Host.Machine.Read();
    public IReadOnlyList<SiteInfo> Sites => [];
    public int MaxPairs => int.MaxValue;
    public IReadOnlyList<Note> Notes => [];

    /// <summary>Suites and NBN ask for ::1, which not every machine has.</summary>
    public string AddressFor(string asked) => asked == Loopback.Ipv6 && !Loopback.HasIpv6 ? Loopback.Ipv4 : asked;

    public Suite Adapt(Suite suite, NetworkEngines engines, ICollection<Note> notes)
    {
        if (suite.Cells.Any(cell => AddressFor(cell.Scenario.Address) != cell.Scenario.Address))
            notes.Add(
                new(
                    "no-ipv6",
                    AuditVerdict.Note,
                    "this machine has no IPv6 loopback: 127.0.0.1 was used in place of ::1"
                )
            );
        return suite.WithScenarios(scenario =>
            scenario with
            {
                Address = AddressFor(scenario.Address),
                // The engine that `auto` chose is a part of what was measured.
                Network = scenario.Network is { } network ? NetworkFor(network, engines) : null,
            }
        );
    }

    public Network NetworkFor(Network asked, NetworkEngines engines) => engines.Resolved(asked);

    public IEnumerable<(string Server, string Client)> VisibleCpus(Suite suite) =>
        suite.Cells.Select(cell => Pinning.Choose(cell.Scenario.Pin, Cores)).Select(pin => (pin.Server, pin.Client));

    public void RequireResources(IReadOnlyList<Cell> cells) => DescriptorNeeds.Require(cells);
}

/// <summary>Refuses runs that need more descriptors than a process may have. A connection is a descriptor on each side;
/// runtimes raise their own limit as far as they may.</summary>
public static class DescriptorNeeds
{
    /// <summary>A generous number of descriptors for a runtime's own files.</summary>
    private const int RuntimeDescriptors = 200;

    /// <exception cref="BadInputException">A process needs more descriptors than it may have.</exception>
    public static void Require(IEnumerable<Cell> cells) =>
        Require(cells, ProcessLimit.ReadOpenFiles(File.ReadLines("/" + ProcessLimit.Source)).Hard);

    /// <param name="limit">The most descriptors that a process may have; null if there is no limit.</param>
    internal static void Require(IEnumerable<Cell> cells, long? limit)
    {
        var largest = cells.MaxBy(cell => NeededFor(cell.Scenario));
        if (largest is null || limit is null || NeededFor(largest.Scenario) <= limit)
            return;
        var needed = NeededFor(largest.Scenario);
        throw new BadInputException(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{largest.Id}: {NumberText.Count(largest.Scenario.AllConnections)} connections need {needed} "
                    + $"descriptors in a process, and this machine allows {limit} (ulimit -Hn); "
                    + $"`sudo prlimit --pid $$ --nofile={needed}` raises it for this shell, nofile in "
                    + $"/etc/security/limits.conf for good"
            )
        );
    }

    /// <summary>The descriptors of the side that needs most; the server has the connections of all clients.</summary>
    private static long NeededFor(Scenario scenario) => scenario.MaxEndsPerProcess + RuntimeDescriptors;
}
