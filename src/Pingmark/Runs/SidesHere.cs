using Pingmark.Host;
using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Trials;
using Pingmark.Workers;

namespace Pingmark.Runs;

/// <summary>The sides of a run that are both children of this process, on this machine.</summary>
/// <param name="Cores">The cores that both sides share.</param>
public sealed record SidesHere(IReadOnlyList<int> Cores) : IRunSides
{
    public IReadOnlyList<int>? ClientCores => null;
    public MachineInfo Machine { get; } = Host.Machine.Read();
    public IReadOnlyList<SiteInfo> Sites => [];
    public int MostPairs => int.MaxValue;
    public IReadOnlyList<Note> Notes => [];

    /// <summary>The address itself, but 127.0.0.1 in place of ::1 on a machine that has no IPv6 loopback; suites and
    /// NBN ask for ::1.</summary>
    public string AddressFor(string asked) => asked == Loopback.Ipv6 && !Loopback.HasIpv6 ? Loopback.Ipv4 : asked;

    public Suite Fit(Suite suite, NetworkEngines engines, ICollection<Note> notes)
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
                // What does it in place of `auto` is a part of what was measured.
                Network = scenario.Network is { } network ? NetworkFor(network, engines) : null,
            }
        );
    }

    public Network NetworkFor(Network asked, NetworkEngines engines) => engines.Resolved(asked);

    public IEnumerable<(string Server, string Client)> SeenCpus(Suite suite) =>
        suite.Cells.Select(cell => Pinning.Choose(cell.Scenario.Pin, Cores)).Select(pin => (pin.Server, pin.Client));

    public void Require(IReadOnlyList<Cell> cells) => DescriptorNeeds.Require(cells);
}
