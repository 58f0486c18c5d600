using System.CommandLine;
using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using Pingmark.Evidence;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Results;
using Pingmark.Trials;
using Pingmark.Wording;

namespace Pingmark.Cli;

internal static class ProbeCommand
{
    private const long ShortestNs = 1_000_000,
        LongestNs = 24 * 3_600_000_000_000;

    public static Command Create()
    {
        var target = new Argument<string>("TARGET") { Description = "tcp://HOST:PORT or udp://HOST:PORT" };
        var framing = new Option<string>("--framing")
        {
            Description =
                "TCP only. none: the server echoes bytes; length-le: it echoes messages with a 4-byte little-endian length",
            DefaultValueFactory = _ => "length-le",
        };
        framing.AcceptOnlyFromAmong("length-le", "none");
        var bytes = new Option<string>("--message-bytes")
        {
            Description = "Size of a message, all of it (8 to 64KiB; UDP to 1400)",
            DefaultValueFactory = _ => "32",
        };
        var connections = new Option<int>("--connections")
        {
            Description = "Connections",
            DefaultValueFactory = _ => 1,
        };
        var inFlight = new Option<int>("--in-flight")
        {
            Description = "Messages in flight on each connection",
            DefaultValueFactory = _ => 1,
        };
        var duration = new Option<string>("--duration")
        {
            Description = "Counted time",
            DefaultValueFactory = _ => "5s",
        };
        var client = new Option<string?>("--client")
        {
            Description = "Client stack; the cheapest of the transport when not given",
        };
        var json = new Option<bool>("--json") { Description = "Print one cell object as in summary.json" };
        var command = new Command("probe", "Measure any third-party echo server: no hello, no worker on the other side")
        {
            target,
            framing,
            bytes,
            connections,
            inFlight,
            duration,
            client,
            json,
        };
        Help.AddExamples(
            command,
            "pingmark probe tcp://[::1]:7000 --framing none",
            "pingmark probe udp://127.0.0.1:7000 --connections 10 --duration 2s --json"
        );
        command.SetAction(
            async (parsed, cancel) =>
            {
                var (transport, address, port) = await ParseTargetAsync(parsed.GetValue(target)!, cancel);
                var scenario = new Scenario
                {
                    Address = address.ToString(),
                    Connections = Range("--connections", parsed.GetValue(connections), 1, 10_000),
                    InFlight = Range("--in-flight", parsed.GetValue(inFlight), 1, 65_536),
                    MessageBytes = Range(
                        "--message-bytes",
                        Units.Bytes(parsed.GetValue(bytes)!, "--message-bytes"),
                        8,
                        transport == "udp" ? 1_400 : 65_536
                    ),
                };
                var durationNs = Units.Duration(parsed.GetValue(duration)!, "--duration");
                if (durationNs is < ShortestNs or > LongestNs)
                    throw new BadInputException("--duration can be 1ms to 24h");
                var stack = parsed.GetValue(client) ?? $"cpp/{(transport == "udp" ? "udp-spin" : "tcp-epoll")}";
                return await MeasureAsync(
                    stack,
                    $"{transport}://{new IPEndPoint(address, port)}",
                    scenario,
                    new(address, port),
                    transport == "tcp" ? parsed.GetValue(framing) : null,
                    durationNs,
                    parsed.GetValue(json),
                    cancel
                );
            }
        );
        return command;
    }

    private static async Task<int> MeasureAsync(
        string client,
        string target,
        Scenario scenario,
        IPEndPoint endPoint,
        string? framing,
        long durationNs,
        bool json,
        CancellationToken cancel
    )
    {
        var installation = Installation.Find();
        var availability = (await installation.PrepareAsync([client], force: false, cancel))(client);
        if (!availability.IsAvailable)
            throw new PingmarkException($"{client}: {availability}", ExitCode.NothingAvailable);
        var cell = new Cell
        {
            Id = target,
            Label = target,
            Stack = target,
            Client = client,
            Scenario = scenario,
        };
        installation.Progress.Detail($"probing {target} for {durationNs / 1e9:0.###} s");
        var trial = await new Probe(installation.Starter).MeasureAsync(cell, endPoint, framing, durationNs, cancel);
        var result = SummaryBuilder.CellOf(new CellEvidence(cell, [trial]));
        installation.Progress.Clear();
        var summary = new Summary
        {
            Suite = "probe",
            StartedAt = DateTimeOffset.Now,
            DurationS = durationNs / 1e9,
            Seed = 0,
            Baseline = cell.Id,
            Machine = Machine.Read(),
            Cells = [result],
            Comparisons = [],
        };
        if (json)
            Console.WriteLine(JsonSerializer.Serialize(result, SummaryJson.Options));
        else
            TerminalReport.Write(Terminal.Output, summary);
        return RunReports.ExitCodeOf(summary);
    }

    private static async Task<(string Transport, IPAddress Address, int Port)> ParseTargetAsync(
        string target,
        CancellationToken cancel
    )
    {
        if (
            !Uri.TryCreate(target, UriKind.Absolute, out var uri)
            || uri.Scheme is not ("tcp" or "udp")
            || uri.Host.Length == 0
            || uri.AbsolutePath is not ("" or "/")
        )
            throw new BadInputException(
                $"'{target}' is no target; write tcp://HOST:PORT or udp://HOST:PORT, IPv6 addresses as tcp://[::1]:7000, ports 1 to 65535"
            );
        if (uri.Port is < 1 or > 65535)
            throw new BadInputException($"'{target}' needs a port from 1 to 65535");
        if (IPAddress.TryParse(uri.Host.Trim('[', ']'), out var literal))
            return (uri.Scheme, literal, uri.Port);
        if (uri.HostNameType == UriHostNameType.Unknown)
            throw new BadInputException($"'{uri.Host}' is neither an address nor a host name");
        try
        {
            return (uri.Scheme, (await Dns.GetHostAddressesAsync(uri.Host, cancel)).First(), uri.Port);
        }
        catch (Exception e) when (e is SocketException or ArgumentException)
        {
            throw new BadInputException($"'{uri.Host}' can't be resolved: {e.Message}");
        }
    }

    private static int Range(string option, long value, int least, int most) =>
        value >= least && value <= most
            ? (int)value
            : throw new BadInputException($"{option} is {value}; it can be {least} to {most}");
}
