using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Schema;

namespace Pingmark.Runs;

/// <summary>The impaired network of a command that measures one cell: without it there is nothing to measure.</summary>
public static class RequiredNetwork
{
    /// <summary>Measures what the network does to packets.</summary>
    /// <param name="network">The network, with its engine chosen.</param>
    /// <exception cref="PingmarkException">It can't be made here, or is not what was asked for.</exception>
    public static async Task<NetworkCheck> VerifyAsync(
        Impairer impairer,
        Network network,
        ProgressLog progress,
        CancellationToken cancel
    )
    {
        progress.Detail($"measuring the network {NetworkKeys.Text(network)}");
        var check = await impairer.VerifyAsync(network, Impairer.PacketsInShort, cancel);
        progress.Clear();
        return check.IsUsable ? check : throw new PingmarkException(NetworkText.Refusal(check), ExitCode.CellFailed);
    }
}
