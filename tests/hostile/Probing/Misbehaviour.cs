using System.Net;
using System.Net.Sockets;
using System.Text.Json;

namespace Pingmark.Hostile.Tests.Probing;

/// <summary>What a third party's server does wrong, and what `probe` makes of it.</summary>
/// <param name="Name">With its transport and framing a row's name.</param>
/// <param name="Serve">Streams: one connection, which is closed when this returns. Datagrams: the server's
/// socket.</param>
/// <param name="ExitCode">Of the command.</param>
/// <param name="Says">Each of these is on standard error, or in the result.</param>
internal sealed record Misbehaviour(string Name, Action<Socket> Serve, int ExitCode, params string[] Says)
{
    /// <summary>As `probe` takes it; null: datagrams.</summary>
    public string? Framing { get; init; } = "length-le";

    /// <summary>Connections that wait to be accepted; 0: none is.</summary>
    public int Backlog { get; init; } = 16;

    /// <summary>More of the command line.</summary>
    public IReadOnlyList<string> Asks { get; init; } = [];

    /// <summary>What has to be true of the cell, where there is one.</summary>
    public Action<JsonElement> Counts { get; init; } = _ => { };

    /// <summary>To any number of clients; one that is not read from soon has to wait.</summary>
    public SocketServer Start() =>
        Framing is null
            ? new(IPAddress.Loopback, isStream: false, Serve)
            : new(IPAddress.Loopback, isStream: true, Serve, Backlog, receiveBytes: 4_096);

    public string Row => $"{(Framing is null ? "udp" : $"tcp, {Framing}")}: {Name}";

    public override string ToString() => Row;
}
