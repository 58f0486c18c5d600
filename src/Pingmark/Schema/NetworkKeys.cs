using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Schema;

/// <summary>The keys of the impaired network between both sides, each of them in the mapping <c>network</c>.</summary>
public static class NetworkKeys
{
    public const string Group = "network";

    /// <summary>The key within the mapping that a bare word means: <c>network: wifi</c>.</summary>
    public const string ProfileKey = "profile";

    private const long MaxDelayNs = 5_000_000_000,
        SlowestBits = 8_000,
        FastestBits = 1_000_000_000;
    private const int MaxBurst = 1_000;
    private const double MaxAlteredShare = 0.5;

    private static readonly ScenarioKey Profile = Row(
        ProfileKey,
        (text, what) =>
            NetworkProfiles.Find(text) is not null
                ? text
                : throw new BadInputException(
                    $"{what} must be {string.Join(", ", NetworkProfiles.Names)}, not '{text}'"
                        + NearestName.Suggestion(text, NetworkProfiles.Names)
                ),
        network => network.Profile,
        (network, value) => network with { Profile = value }
    ) with
    {
        Meaning =
            "a name for all of these keys: "
            + string.Join(", ", NetworkProfiles.Names.Select(name => $"`{name}`"))
            + "; short: `network: wifi`",
        Id = s => s.Network?.Profile,
        Column = "network",
    };

    private static readonly ScenarioKey Delay = Time(
        "delay",
        "how long a packet takes one way",
        network => network.DelayNs,
        (network, value) => network with { DelayNs = value }
    );

    private static readonly ScenarioKey Jitter = Time(
        "jitter",
        "how far the delay varies to both sides",
        network => network.JitterNs,
        (network, value) => network with { JitterNs = value }
    ) with
    {
        Id = s => s.Network?.JitterNs is { } ns ? $"±{NumberText.Duration(ns).Replace(" ", "")}" : null,
    };

    private static readonly ScenarioKey Rate = Row(
        "rate",
        (text, what) => (long?)Values.BitRate(SlowestBits, FastestBits)(text, what),
        network => network.RateBitsPerS,
        (network, value) => network with { RateBitsPerS = value },
        "bit"
    ) with
    {
        Meaning = "bits a second each way (`10Mbit`), behind a queue of 100 ms",
        Text = s => s.Network?.RateBitsPerS is { } bits ? Units.FormatBitRate(bits) : null,
        Id = s => s.Network?.RateBitsPerS is { } bits ? Units.FormatBitRate(bits).Replace(" ", "") : null,
        Column = "network_rate_bits_per_s",
        ColumnText = s => s.Network?.RateBitsPerS is { } bits ? NumberText.Count(bits) : null,
        WithDefault = s =>
            s.Network is { RateBitsPerS: null } network && NetworkProfiles.Find(network.Profile) is { } profile
                ? s with
                {
                    Network = network with { RateBitsPerS = profile.RateBitsPerS },
                }
                : s,
    };

    private static readonly ScenarioKey Loss = Share(
        "loss",
        "share of packets lost",
        network => network.Loss,
        (network, value) => network with { Loss = value }
    );

    private static readonly ScenarioKey LossBurst = Row(
        "loss_burst",
        (text, what) => (int?)Values.Int(1, MaxBurst)(text, what),
        network => network.LossBurst,
        (network, value) => network with { LossBurst = value }
    ) with
    {
        Meaning = "mean number of packets of a burst of losses; absent: losses are independent",
        Title = "network loss burst",
        Text = s => s.Network?.LossBurst is { } packets ? NumberText.Count(packets, "packet") : null,
        Id = s => s.Network?.LossBurst is { } packets ? $"lossburst{NumberText.Count(packets)}" : null,
        Column = "network_loss_burst",
        ColumnText = s => s.Network?.LossBurst is { } packets ? NumberText.Count(packets) : null,
    };

    private static readonly ScenarioKey LossInBursts = PartOfLoss(
        "loss_in_bursts",
        "share of packets lost in a burst; absent: all",
        "inbursts",
        network => network.LossInBursts,
        (network, value) => network with { LossInBursts = value }
    );

    private static readonly ScenarioKey LossBetween = PartOfLoss(
        "loss_between",
        "share of packets lost between bursts; absent: none",
        "between",
        network => network.LossBetween,
        (network, value) => network with { LossBetween = value }
    );

    public static readonly IReadOnlyList<ScenarioKey> All =
    [
        Profile,
        Delay,
        Jitter,
        Loss,
        LossBurst,
        LossInBursts,
        LossBetween,
        Share(
            "duplicate",
            "share of packets that come twice",
            network => network.Duplicate,
            (network, value) => network with { Duplicate = value }
        ),
        Share(
            "reorder",
            "share of packets that their connection's next one overtakes",
            network => network.Reorder,
            (network, value) => network with { Reorder = value }
        ),
        Rate,
        Row(
            "engine",
            (text, what) => (NetworkEngine?)Values.OneOf<NetworkEngine>(text, what),
            network => network.Engine == NetworkEngine.Auto ? null : network.Engine,
            (network, value) => network with { Engine = value ?? network.Engine }
        ) with
        {
            Meaning = "`relay`, `tun`, or `auto`: the better one that this machine permits",
        },
    ];

    /// <summary>What in a network contradicts itself, with the key to look at; null where nothing does.</summary>
    public static (ScenarioKey Key, string Text)? Problem(Scenario scenario) =>
        scenario.Network is not { } network ? null
        : network.JitterNs is { } jitter && jitter > (network.DelayNs ?? 0)
            ? (
                Jitter,
                $"{Jitter.Name} {NumberText.Duration(jitter)} is more than {Delay.Name}, "
                    + NumberText.Duration(network.DelayNs ?? 0)
            )
        : network.LossBurst is not null && network.Loss is null or 0
            ? (LossBurst, $"{LossBurst.Name} needs a {Loss.Name} of more than 0 %")
        : BurstProblem(network);

    /// <summary>What contradicts itself in the loss shares of bursts.</summary>
    private static (ScenarioKey Key, string Text)? BurstProblem(Network network)
    {
        if (network.LossBurst is not { } packets)
            return network.LossInBursts is not null ? (LossInBursts, $"{LossInBursts.Name} needs a {LossBurst.Name}")
                : network.LossBetween is not null ? (LossBetween, $"{LossBetween.Name} needs a {LossBurst.Name}")
                : null;
        var (loss, inBursts, between) = (network.Loss!.Value, network.LossInBursts ?? 1, network.LossBetween ?? 0);
        var ofAll = $"{Format(Loss, loss)}, that of all packets";
        if (inBursts <= loss)
            return (LossInBursts, $"{Format(LossInBursts, inBursts)} is not more than {ofAll}");
        if (between >= loss)
            return (LossBetween, $"{Format(LossBetween, between)} is not less than {ofAll}");
        // The mean number of packets from one burst to the next, which can't be less than one.
        var gap = packets * (inBursts - loss) / (loss - between);
        return gap < 1
            ? (
                LossBurst,
                $"{LossBurst.Name} {NumberText.Count(packets)} is too short for {Format(Loss, loss)}: "
                    + "bursts would touch"
            )
            : null;
    }

    private static string Format(ScenarioKey key, double share) => $"{key.Name} {NumberText.Percent(share)}";

    /// <summary>Reads a profile's name, or <c>delay=20ms,loss=1%</c>, or both.</summary>
    /// <exception cref="BadInputException">The text is neither, or one of its values is wrong.</exception>
    public static Network Read(string text, string what)
    {
        var scenario = new Scenario();
        foreach (var part in text.Split(',', StringSplitOptions.TrimEntries))
        {
            var (name, value) = part.Split('=', 2) is [var key, var given] ? (key, given) : (ProfileKey, part);
            var row = All.FirstOrDefault(row => row.Key == name);
            if (row is null)
                throw new BadInputException(
                    $"{what} has the unknown key '{name}'{NearestName.Suggestion(name, All.Select(row => row.Key))}"
                );
            scenario = row.Read(value, $"{what} {name}".Replace($" {ProfileKey}", ""), scenario);
        }
        scenario = All.Aggregate(scenario, (filled, row) => row.WithDefault(filled));
        return Problem(scenario) is { } problem ? throw new BadInputException(problem.Text) : scenario.Network!;
    }

    /// <summary>The network as text for people: <c>wifi (3 ms ± 2 ms, 0.5 % lost, 50 Mbit)</c>.</summary>
    public static string Text(Network network)
    {
        var jitter = network.JitterNs is > 0 and var ns ? $" ± {NumberText.Duration(ns)}" : "";
        var parts = new[]
        {
            $"{NumberText.Duration(network.DelayNs ?? 0)}{jitter}",
            Part(network.Loss, "lost")
                + (network.LossBurst is { } burst ? $" in bursts of {NumberText.Count(burst)}{Within(network)}" : ""),
            Part(network.Duplicate, "twice"),
            Part(network.Reorder, "overtaken"),
            network.RateBitsPerS is { } bits ? Units.FormatBitRate(bits) : "",
        };
        var all = string.Join(", ", parts.Where(part => part.Length > 0));
        return network.Profile is { } name ? $"{name} ({all})" : all;
    }

    /// <summary>The losses in and between bursts: <c> (70 % within, 0.1 % between)</c>; else empty.</summary>
    private static string Within(Network network)
    {
        var parts = new[] { Part(network.LossInBursts, "within"), Part(network.LossBetween, "between") };
        var told = string.Join(", ", parts.Where(part => part.Length > 0));
        return told.Length > 0 ? $" ({told})" : "";
    }

    private static string Part(double? share, string what) =>
        share is > 0 and var some ? $"{NumberText.Percent(some)} {what}" : "";

    private static ScenarioKey Time(
        string key,
        string meaning,
        Func<Network, long?> get,
        Func<Network, long?, Network> set
    ) =>
        Row(key, (text, what) => (long?)Values.Duration(0, MaxDelayNs)(text, what), get, set, "ns") with
        {
            Meaning = meaning,
            Text = s => s.Network is { } network && get(network) is { } ns ? NumberText.Duration(ns) : null,
            Id = s =>
                s.Network is { } network && get(network) is { } ns ? NumberText.Duration(ns).Replace(" ", "") : null,
            Column = $"network_{key}_ns",
            ColumnText = s => s.Network is { } network && get(network) is { } ns ? NumberText.Count(ns) : null,
            WithDefault = Default(get, set, 0L),
        };

    private static ScenarioKey Share(
        string key,
        string meaning,
        Func<Network, double?> get,
        Func<Network, double?, Network> set,
        double most = MaxAlteredShare
    ) =>
        Row(key, (text, what) => (double?)Values.Share(most)(text, what), get, set) with
        {
            Meaning = meaning,
            Text = s => s.Network is { } network && get(network) is { } share ? NumberText.Percent(share) : null,
            Id = s => s.Network is { } network && get(network) is { } share ? key + Compact(share) : null,
            Column = $"network_{key}",
            ColumnText = s => s.Network is { } network && get(network) is { } share ? Digits(share) : null,
            WithDefault = Default(get, set, 0.0),
        };

    /// <summary>The loss share in one of the two states of bursts; no value unless asked for.</summary>
    private static ScenarioKey PartOfLoss(
        string key,
        string meaning,
        string id,
        Func<Network, double?> get,
        Func<Network, double?, Network> set
    ) =>
        Share(key, meaning, get, set, 1) with
        {
            Title = $"network {key.Replace('_', ' ')}",
            Id = s => s.Network is { } network && get(network) is { } share ? id + Compact(share) : null,
            WithDefault = scenario => scenario,
        };

    private static string Compact(double share) => NumberText.Percent(share).Replace(" ", "");

    private static string Digits(double share) =>
        share.ToString("R", System.Globalization.CultureInfo.InvariantCulture);

    /// <summary>Fills in a missing value with the profile's, or else with the one that changes nothing.</summary>
    private static Func<Scenario, Scenario> Default<T>(Func<Network, T?> get, Func<Network, T?, Network> set, T nothing)
        where T : struct =>
        s =>
            s.Network is { } network
                ? s with
                {
                    Network = set(
                        network,
                        get(network)
                            ?? (NetworkProfiles.Find(network.Profile) is { } profile ? get(profile) : null)
                            ?? nothing
                    ),
                }
                : s;

    /// <summary>Makes the row of a key. A value that was not asked for leaves the scenario without a network.</summary>
    private static ScenarioKey Row<T>(
        string key,
        Func<string, string, T?> parse,
        Func<Network, T?> get,
        Func<Network, T?, Network> set,
        string unit = ""
    ) =>
        ScenarioKey.Create(
            $"{Group}.{key}",
            parse,
            s => s.Network is { } network ? get(network) : default,
            (s, value) => value is null ? s : s with { Network = set(s.Network ?? new(), value) },
            unit
        ) with
        {
            Title = $"network {key}",
            IsDimension = true,
        };
}

/// <summary>Named networks with round figures of what they usually are, one direction each.</summary>
public static class NetworkProfiles
{
    private const long UsNs = 1_000,
        MsNs = 1_000_000,
        Mbit = 1_000_000;

    public static readonly IReadOnlyList<Network> All =
    [
        new()
        {
            Profile = "lan",
            DelayNs = 250 * UsNs,
            JitterNs = 50 * UsNs,
        },
        new()
        {
            Profile = "wifi",
            DelayNs = 3 * MsNs,
            JitterNs = 2 * MsNs,
            Loss = 0.005,
            RateBitsPerS = 50 * Mbit,
        },
        new()
        {
            Profile = "4g",
            DelayNs = 25 * MsNs,
            JitterNs = 8 * MsNs,
            Loss = 0.003,
            RateBitsPerS = 20 * Mbit,
        },
        new()
        {
            Profile = "satellite",
            DelayNs = 280 * MsNs,
            JitterNs = 10 * MsNs,
            Loss = 0.005,
            RateBitsPerS = 10 * Mbit,
        },
        new()
        {
            Profile = "bad-hotel",
            DelayNs = 60 * MsNs,
            JitterNs = 30 * MsNs,
            Loss = 0.03,
            Duplicate = 0.002,
            Reorder = 0.01,
            RateBitsPerS = 2 * Mbit,
        },
    ];

    public static IReadOnlyList<string> Names { get; } = All.Select(network => network.Profile!).ToList();

    /// <summary>The profile of a name; null where there is none.</summary>
    public static Network? Find(string? name) => All.FirstOrDefault(network => network.Profile == name);
}
