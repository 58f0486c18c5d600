using System.CommandLine;
using Pingmark.Formatting;
using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Renderers;
using Pingmark.Schema;

namespace Pingmark.Cli;

internal static class NetworkCommand
{
    private const int MaxPackets = 10_000_000;
    private const int DefaultSeed = 1;
    private const string AllProfiles = "all";

    public static Command Create()
    {
        var networks = new Argument<string[]>("NETWORK")
        {
            Description =
                $"A profile ({string.Join(", ", NetworkProfiles.Names)}) or what a network does "
                + $"(delay=20ms,loss=1%); {AllProfiles} measures every profile",
            Arity = ArgumentArity.ZeroOrMore,
        };
        var packets = new Option<string>("--packets")
        {
            Description = "Probes in each direction, which measure loss, duplicates and reordering",
            DefaultValueFactory = _ => NumberText.Count(Impairer.Packets),
        };
        var seed = new Option<string>("--seed")
        {
            Description = "Seed of everything random",
            DefaultValueFactory = _ => NumberText.Count(DefaultSeed),
        };
        var json = new Option<bool>("--json") { Description = "Print JSON instead of a table" };
        var command = Help.Command(
            "network",
            "Measure what an impaired network really does, and compare it with what was asked for",
            [networks, packets, seed, json],
            "pingmark network                        what there is, and measures nothing",
            "pingmark network wifi bad-hotel",
            "pingmark network all",
            "pingmark network delay=20ms,jitter=5ms,loss=1%,rate=10Mbit,engine=relay --json"
        );
        command.SetAction(
            (parsed, cancel) =>
            {
                var count = Within(parsed.GetValue(packets)!, packets.Name, 1, MaxPackets);
                var start = Within(parsed.GetValue(seed)!, seed.Name, 0, int.MaxValue);
                return parsed.GetValue(networks) is { Length: > 0 } asked
                    ? MeasureAsync(
                        asked is [AllProfiles] ? NetworkProfiles.Names : asked,
                        count,
                        start,
                        parsed.GetValue(json),
                        cancel
                    )
                    : Task.FromResult(Introduce());
            }
        );
        return command;
    }

    /// <summary>Says what can be measured, since measuring takes seconds for each network.</summary>
    private static int Introduce()
    {
        Console.WriteLine("Measures what an impaired network does, beside what was asked for. The profiles, each way:");
        foreach (var profile in NetworkProfiles.All)
            Console.WriteLine($"  {profile.Profile, -10} {NetworkKeys.Text(profile with { Profile = null })}");
        Console.WriteLine(
            $"`pingmark network wifi` measures one, in a few seconds; `pingmark network {AllProfiles}` all of them; "
                + "`pingmark network delay=20ms,loss=1%` one of your own"
        );
        return ExitCode.Ok;
    }

    /// <exception cref="PingmarkException">The network can't be made here.</exception>
    public static async Task<NetworkCheck> VerifyAsync(
        Network network,
        Impairer impairer,
        ProgressLog progress,
        CancellationToken cancel
    )
    {
        progress.Detail($"measuring the network {NetworkKeys.Text(network)}");
        var check = await impairer.VerifyAsync(network, Impairer.PacketsInShort, cancel);
        return check.IsUsable ? check : throw new PingmarkException(NetworkText.Refusal(check), ExitCode.CellFailed);
    }

    private static int Within(string text, string option, int least, int most) =>
        Units.Count(text, option) is var count && count >= least && count <= most
            ? (int)count
            : throw new BadInputException(
                $"{option} must be {NumberText.Count(least)} to {NumberText.Count(most)}, not '{text}'"
            );

    private static async Task<int> MeasureAsync(
        IReadOnlyList<string> asked,
        int packets,
        int seed,
        bool json,
        CancellationToken cancel
    )
    {
        var engines = new NetworkEngines();
        var networks = asked.Select(text => engines.Resolved(NetworkKeys.Read(text, "NETWORK"))).ToList();
        var progress = new ProgressLog(Screen.Error, isTerminal: Screen.ErrorUnderstands);
        var checks = new List<NetworkCheck>();
        foreach (var network in networks)
        {
            progress.Detail($"measuring {NetworkKeys.Text(network)}");
            checks.Add(await new Impairer(engines, seed).VerifyAsync(network, packets, cancel));
        }
        progress.Clear();
        if (json)
            Screen.WriteJson(NetworkText.Json(checks));
        else
            TerminalRenderer.Write(Terminal.Output, NetworkText.Build(checks));
        return checks.TrueForAll(check => check.IsUsable) ? ExitCode.Ok
            : checks.TrueForAll(check => check.IsRefused) ? ExitCode.NothingAvailable
            : ExitCode.CellFailed;
    }
}
