using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Schema;

/// <summary>The keys of the snapshots that a server sends unasked.</summary>
public static class TickKeys
{
    private const int UsualRateHz = 20,
        UsualBytes = 1_000,
        MostRateHz = 1_000,
        LeastBytes = 20,
        MostBytes = 65_540;

    public static readonly ScenarioKey SnapshotRate = ScenarioKey.Create(
        "snapshot_rate",
        (text, what) => (int?)Values.Int(1, MostRateHz)(text, what),
        s => s.SnapshotRateHz,
        (s, value) => s with { SnapshotRateHz = value }
    ) with
    {
        Meaning =
            "of `test: tick`: so often a second the server sends a snapshot to each connection; "
            + $"{UsualRateHz} when not given",
        IsDimension = true,
        IsPerScenario = true,
        Id = s => s.SnapshotRateHz is { } rate ? $"t{NumberText.Count(rate)}" : null,
        Column = "snapshot_rate_hz",
        Wire = [new(Request.Connect, "snapshot_rate_hz", s => s.SnapshotRateHz)],
        WithDefault = s => s is { IsTick: true, SnapshotRateHz: null } ? s with { SnapshotRateHz = UsualRateHz } : s,
    };

    public static readonly ScenarioKey SnapshotBytes = ScenarioKey.Create(
        "snapshot_bytes",
        (text, what) => (int?)Values.Bytes(LeastBytes, MostBytes)(text, what),
        s => s.SnapshotBytes,
        (s, value) => s with { SnapshotBytes = value }
    ) with
    {
        Meaning = $"of `test: tick`: size of a snapshot, all of it; {UsualBytes} when not given",
        IsDimension = true,
        IsPerScenario = true,
        Id = s => s.SnapshotBytes is { } bytes ? $"s{NumberText.Count(bytes)}B" : null,
        Column = "snapshot_bytes",
        Wire = [new(Request.Connect, "snapshot_bytes", s => s.SnapshotBytes)],
        WithDefault = s => s is { IsTick: true, SnapshotBytes: null } ? s with { SnapshotBytes = UsualBytes } : s,
    };

    /// <summary>Fills in the rate where none is asked for: each connection sends as many inputs as it gets
    /// snapshots.</summary>
    internal static Scenario WithRate(Scenario s) =>
        s is { IsTick: true, RatePerS: null, SnapshotRateHz: { } rate }
            ? s with
            {
                RatePerS = rate * s.Connections,
            }
            : s;

    /// <summary>What contradicts itself, with the key to look at; null where nothing does.</summary>
    internal static (ScenarioKey Key, string Text)? Problem(Scenario s)
    {
        if (!s.IsTick)
            return s.SnapshotRateHz is not null ? (SnapshotRate, "snapshot_rate needs test: tick")
                : s.SnapshotBytes is not null ? (SnapshotBytes, "snapshot_bytes needs test: tick")
                : null;
        if (s.SnapshotBytes == s.MessageBytes)
            return (SnapshotBytes, "snapshot_bytes and message_bytes must differ: clients tell snapshots by length");
        if (s.Messages is not null)
            return (ScenarioKeys.Messages, "messages and test: tick exclude each other: ticks go by time");
        return s.RatePerS < s.Connections
            ? (
                ScenarioKeys.Rate,
                "rate of test: tick is an input a second on each connection at least: who sends none is sent no "
                    + "snapshots"
            )
            : null;
    }
}
