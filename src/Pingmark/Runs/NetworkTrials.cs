using Pingmark.Formatting;
using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Schema;

namespace Pingmark.Runs;

/// <summary>Verifies the impaired networks of a run before its first trial.</summary>
internal sealed class NetworkTrials(Impairer impairer, ProgressLog progress)
{
    private const long ShortBudgetNs = 120_000_000_000;

    /// <param name="settings">The settings; with a short budget fewer probes are sent.</param>
    public async Task<VerifiedNetworks> VerifyAsync(
        SuiteSettings settings,
        IReadOnlyList<Cell> cells,
        CancellationToken cancel
    )
    {
        var packets = settings.BudgetNs is < ShortBudgetNs ? Impairer.PacketsInShort : Impairer.Packets;
        var usable = cells.Where(cell => Refusal(cell) is null);
        var networks = usable.Select(cell => cell.Scenario.Network).OfType<Network>().Distinct().ToList();
        var checks = new List<NetworkCheck>();
        foreach (var (number, network) in networks.Index())
        {
            progress.Detail(
                $"network {NumberText.Count(number + 1)}/{NumberText.Count(networks.Count)}: "
                    + NetworkKeys.Text(network)
            );
            checks.Add(await impairer.VerifyAsync(network, packets, cancel));
        }
        if (checks.Count > 0)
            progress.Step(
                $"{NumberText.Count(checks.Count)} {(checks.Count == 1 ? "network" : "networks")} measured, "
                    + $"{NumberText.Count(checks.Count(check => check.IsUsable))} as asked for, by "
                    + string.Join(", ", checks.Select(check => check.Network.Engine.Word()).Distinct())
            );
        return new(checks, Refusal);
    }

    private string? Refusal(Cell cell) =>
        cell.Scenario.Network is { } network ? impairer.Refusal(network, cell.Stack) : null;
}

/// <param name="Refusal">Tells why a cell's stack can't have its network; null if it can.</param>
internal sealed record VerifiedNetworks(IReadOnlyList<NetworkCheck> Checks, Func<Cell, string?> Refusal)
{
    /// <summary>The records of the cells that are not measured, because their stack can't have its network, or the
    /// network is not what was asked for.</summary>
    public IReadOnlyList<TrialRecord> Refused(IEnumerable<Cell> cells) =>
        (
            from cell in cells
            where cell.Scenario.Network is not null
            let refusal = Refusal(cell)
            let check = Checks.FirstOrDefault(check => check.Network == cell.Scenario.Network)
            where refusal is not null || check is not { IsUsable: true }
            select TrialRecord.NotMeasured(
                cell,
                refusal is not null ? CellStatus.Unsupported
                    : check!.IsRefused ? CellStatus.Unavailable
                    : CellStatus.Invalid,
                refusal ?? NetworkText.Refusal(check!)
            )
        ).ToList();
}
