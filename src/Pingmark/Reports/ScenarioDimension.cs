using Pingmark.Model;
using Pingmark.Wording;

namespace Pingmark.Reports;

/// <summary>
/// A part of a scenario that its title leaves out, because it is mostly the same all over a suite.
/// Where it isn't, titles name it; either way it is listed with how the run was measured.
/// </summary>
internal sealed record ScenarioDimension(string Name, Func<Scenario, string> Of)
{
    /// <summary>What nobody asked for.</summary>
    public const string NotSet = "not set";

    public static readonly IReadOnlyList<ScenarioDimension> All =
    [
        new("scenario", s => s.Name.Length > 0 ? s.Name : NotSet),
        new("test", s => s.Test),
        new("transmission", s => s.Transmission?.Word() ?? NotSet),
        new("payload", s => s.Payload.Word()),
        new("messages", s => Text(s.Messages)),
        new("lap", s => Text(s.LapMessages)),
        new("lost after", s => NumberText.Duration(s.LostAfterNs)),
        new("address", s => s.Address),
        new("server tick rate", s => Text(s.ServerTickRateHz)),
        new("client tick rate", s => Text(s.ClientTickRateHz)),
        new("client threads", s => Text(s.ClientThreads)),
        new("native sockets", s => s.NativeSockets is { } on ? (on ? "on" : "off") : NotSet),
        new("no_delay", s => s.Socket.NoDelay is { } on ? (on ? "on" : "off") : NotSet),
        new("receive buffer", s => Text(s.Socket.ReceiveBufferBytes)),
        new("send buffer", s => Text(s.Socket.SendBufferBytes)),
        new("congestion control", s => s.Socket.CongestionControl ?? NotSet),
        new("server cores", s => s.Pin.Server),
        new("client cores", s => s.Pin.Client),
    ];

    /// <summary><c>payload zeros</c>.</summary>
    public string Describe(Scenario scenario) => $"{Name} {Of(scenario)}";

    private static string Text(long? count) => count is { } n ? NumberText.Count(n) : NotSet;
}
