using System.Globalization;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Trials;

namespace Pingmark.Nbn;

/// <summary>The test type Manual: a prompt at which messages are sent by hand, to see what comes back. It reads lines
/// of any input, so that a script can type, too.</summary>
/// <param name="connect">Connects clients for a transmission when it is first used.</param>
/// <param name="has">The transmissions of the library; the first is the default.</param>
/// <param name="clients">The number of clients.</param>
public sealed class NbnManual(
    Func<Transmission, Task<ClientSide>> connect,
    IReadOnlyList<Transmission> has,
    int clients,
    TextReader input,
    TextWriter output
) : IAsyncDisposable
{
    public const long MostMessages = 100_000;
    private const long GraceNs = 2_000_000_000;

    private readonly Dictionary<Transmission, ClientSide> _clients = [];

    private string HelpText =>
        $"send N{(has.Count > 1 ? " [reliable|unreliable]" : "")}   send N messages (1 to {MostMessages}"
        + $"), {has[0].Word()}"
        + $"{(has.Count > 1 ? " unless said otherwise" : ", which is all that this library has")}\n"
        + $"c N{(has.Count > 1 ? " [r|u]" : "")}                         N messages of each client, as NBN says it\n"
        + "help                            show this\n"
        + "quit                            end; so does the end of the input";

    public async Task RunAsync(CancellationToken cancel)
    {
        await output.WriteLineAsync(HelpText);
        while (await PromptAsync(cancel) is { } line)
        {
            var command = ManualCommand.Parse(line, has, clients);
            if (command.Kind == ManualCommandKind.Quit)
                return;
            await output.WriteLineAsync(
                command.Kind switch
                {
                    ManualCommandKind.Send => await SendAsync(command, cancel),
                    ManualCommandKind.Nothing => "",
                    ManualCommandKind.Wrong => $"{command.Problem}; `help` shows what there is",
                    _ => HelpText,
                }
            );
        }
    }

    private async Task<string?> PromptAsync(CancellationToken cancel)
    {
        await output.WriteAsync("> ");
        await output.FlushAsync(cancel);
        // A terminal's input is read synchronously whatever the method is called; Ctrl-C must not wait for the next
        // line.
        return await Task.Run(input.ReadLine, cancel).WaitAsync(cancel);
    }

    private async Task<string> SendAsync(ManualCommand command, CancellationToken cancel)
    {
        if (!_clients.TryGetValue(command.Transmission, out var client))
            _clients[command.Transmission] = client = await connect(command.Transmission);
        return Answer(command, await SendAsync(client, command.Messages, cancel));
    }

    /// <summary>Sends messages and waits for their answers; it ends early where the server stopped answering.</summary>
    private static async Task<CountedWindow> SendAsync(ClientSide client, long messages, CancellationToken cancel)
    {
        // Each message may be lost, and each loss takes its time: few at once, so that a silent server is noticed
        // within seconds.
        var most = 5 * client.Scenario.TotalInFlight;
        var parts = new List<Measurement>();
        for (var left = messages; left > 0; left -= parts[^1].Sent)
        {
            parts.Add(
                await client.RunAsync(
                    new(SettleNs: 0, most * (client.Scenario.LostAfterNs ?? LossTimeout.MaxNs) + GraceNs)
                    {
                        Messages = Math.Min(left, most),
                    },
                    cancel
                )
            );
            if (parts[^1].Received == 0)
                break;
        }
        return CountedWindow.CombineWindows(parts);
    }

    internal static string Answer(ManualCommand command, CountedWindow window)
    {
        var kind = command.Transmission.Word();
        var counts = string.Create(
            CultureInfo.InvariantCulture,
            $"{window.Sent} sent {kind}, {window.Received} received, {window.Lost} lost"
        );
        var stopped = window.Sent < command.Messages ? "; nothing came back any more, so the rest was not sent" : "";
        if (window.Received == 0)
            return counts + stopped;
        var rtt = Histogram.FromSparse(window.Histogram);
        return $"{counts}; RTT min {NumberText.Duration(rtt.PercentileNs(0))}, p50 "
            + $"{NumberText.Duration(rtt.PercentileNs(0.5))}, max {NumberText.Duration(window.RttMaxNs)}"
            + $"{stopped}";
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var client in _clients.Values)
            await client.DisposeAsync();
    }
}
