using System.Globalization;
using System.Net;
using Pingmark.Model;
using Pingmark.Reports.Sections;

namespace Pingmark.Nbn;

/// <summary>Writes options as a command line that can be typed again.</summary>
public static class NbnCommandLine
{
    /// <summary>The command line of NBN's "Reproduce" line.</summary>
    public static string Build(NbnOptions o, IReadOnlyList<string> libraries) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"./pingmark nbn --execution-mode {o.Mode} --test {o.Test} --transmission {o.Transmission} "
                + $"--library {string.Join(',', libraries)} --duration {NbnOptions.Text(o.DurationS)} --port "
                + $"{o.Port} --clients {o.Clients} --parallel-messages {o.ParallelMessages} "
                + $"--message-byte-size {o.MessageByteSize} --message-payload {o.Payload} --client-tick-rate "
                + $"{o.ClientTickRate} --server-tick-rate {o.ServerTickRate}"
        )
        // The default one is the library's choice: ::1, or 127.0.0.1 where it doesn't know IPv6.
        + (o.Given.Contains("--address") ? $" --address {o.Address}" : "")
        + (o.UseNativeSockets ? "" : " --use-native-sockets false")
        + (o.Given.Contains("--gc") ? $" --gc {string.Join(',', o.GcModes.Select(NbnGcModes.Word))}" : "")
        + (o.NetworkWords.Length > 0 ? $" --network {RepeatCommand.Quoted(o.NetworkWords)}" : "")
        + string.Concat(o.Placement.Select(word => $" {RepeatCommand.Quoted(word)}"));

    /// <summary>The command line of a client for a server: where the server is, its token, and those of a client's
    /// options that were given to the server.</summary>
    public static string BuildForClient(NbnOptions o, string stack, ServerAddress server, string token)
    {
        (string Option, string Value)[] shared =
        [
            ("--test", $"{o.Test}"),
            ("--transmission", $"{o.Transmission}"),
            ("--clients", Number(o.Clients)),
            ("--parallel-messages", Number(o.ParallelMessages)),
            ("--message-byte-size", Number(o.MessageByteSize)),
            ("--message-payload", $"{o.Payload}"),
            ("--client-tick-rate", Number(o.ClientTickRate)),
            ("--use-native-sockets", o.UseNativeSockets ? "true" : "false"),
            ("--gc", NbnGcModes.Word(o.Gc)),
        ];
        var command =
            string.Create(
                CultureInfo.InvariantCulture,
                $"./pingmark nbn -m Client -l {stack} --address {Address(server)} --port {server.Port}"
            ) + string.Concat(shared.Where(s => o.Given.Contains(s.Option)).Select(s => $" {s.Option} {s.Value}"));
        return NbnToken.IsNeeded(o.Address) ? $"{Variables.Token.Name}={token} {command}" : command;
    }

    /// <summary>The address as people type it; an IPv4 address that is mapped to IPv6 is written as IPv4.</summary>
    private static string Address(ServerAddress server) =>
        IPAddress.TryParse(server.Host, out var ip) && ip.IsIPv4MappedToIPv6 ? $"{ip.MapToIPv4()}" : server.Host;

    private static string Number(int value) => value.ToString(CultureInfo.InvariantCulture);
}
