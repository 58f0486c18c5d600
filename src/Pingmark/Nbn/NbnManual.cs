using System.Globalization;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Trials;

namespace Pingmark.Nbn;

/// <summary>The test type Manual: a prompt at which messages are sent by hand, to see what comes back. It reads lines
/// of any input, so that a script can type, too.</summary>
/// <param name="transmissions">Those of the library; the first is the default.</param>
/// <param name="connect">Connects clients for a transmission when it is first used: a connection has one.</param>
public sealed class NbnManual(
    Func<Transmission, Task<ClientSide>> connect,
    IReadOnlyList<Transmission> transmissions,
    int clients,
    TextReader input,
    TextWriter output
) : IAsyncDisposable
{
    private const long MaxMessages = 100_000,
        GraceNs = 2_000_000_000;

    private readonly Dictionary<Transmission, ClientSide> _connected = [];

    private string HelpText
    {
        get
        {
            var (word, letter, when) =
                transmissions.Count > 1
                    ? (" [reliable|unreliable]", " [r|u]", " unless said otherwise")
                    : ("", "", ", which is all that this library has");
            return $"""
                send N{word}   send N messages (1 to {MaxMessages}), {transmissions[0].Word()}{when}
                c N{letter}                         N messages of each client, as NBN says it
                help                            show this
                quit                            end; so does the end of the input
                """;
        }
    }

    public async Task RunAsync(CancellationToken cancel)
    {
        await output.WriteLineAsync(HelpText);
        while (await PromptAsync(cancel) is { } line)
        {
            var words = line.ToLowerInvariant().Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
            if (words is ["quit" or "exit" or "q"])
                return;
            await output.WriteLineAsync(
                words switch
                {
                    [] => "",
                    ["help" or "?"] => HelpText,
                    _ => await SendAsync(words, cancel),
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

    private async Task<string> SendAsync(IReadOnlyList<string> words, CancellationToken cancel)
    {
        long messages;
        Transmission transmission;
        try
        {
            (messages, transmission) = ReadSend(words, transmissions, clients);
        }
        catch (BadInputException e)
        {
            return $"{e.Message}; `help` shows what there is";
        }
        if (!_connected.TryGetValue(transmission, out var client))
            _connected[transmission] = client = await connect(transmission);
        return Answer(messages, transmission, await SendAsync(client, messages, cancel));
    }

    /// <summary>Reads <c>send N [TRANSMISSION]</c>, and NBN's <c>c N [r|u]</c>, which is N of each client.</summary>
    /// <exception cref="BadInputException">It is neither.</exception>
    internal static (long Messages, Transmission Transmission) ReadSend(
        IReadOnlyList<string> words,
        IReadOnlyList<Transmission> transmissions,
        int clients
    )
    {
        long senders = words[0] switch
        {
            "send" => 1,
            "c" => clients,
            "s" => throw new BadInputException(
                "servers answer here and send nothing unasked; `c N` lets each client send"
            ),
            var word => throw new BadInputException($"'{word}' is no command"),
        };
        if (words.Count is not (2 or 3))
            throw new BadInputException($"{words[0]} takes a number of messages");
        var max = MaxMessages / senders;
        if (
            !long.TryParse(words[1], NumberStyles.None, CultureInfo.InvariantCulture, out var messages)
            || messages < 1
            || messages > max
        )
            throw new BadInputException($"'{words[1]}' is no number from 1 to {max}");
        if (words.Count == 2)
            return (senders * messages, transmissions[0]);
        foreach (var one in transmissions)
            if (words[2] == one.Word() || words[2] == one.Word()[..1])
                return (senders * messages, one);
        throw new BadInputException(
            $"'{words[2]}' is no transmission of this library, which has "
                + string.Join(" and ", transmissions.Select(one => one.Word()))
        );
    }

    /// <summary>Sends messages and waits for their answers; it ends early where the server stopped answering.</summary>
    private static async Task<CountedWindow> SendAsync(ClientSide client, long messages, CancellationToken cancel)
    {
        // Each message may be lost, and each loss takes its time: few at once, so that a silent server is noticed
        // within seconds.
        var maxAtOnce = 5 * client.Scenario.TotalInFlight;
        var parts = new List<Measurement>();
        for (var left = messages; left > 0; left -= parts[^1].Sent)
        {
            parts.Add(
                await client.RunAsync(
                    new(SettleNs: 0, maxAtOnce * (client.Scenario.LostAfterNs ?? LossTimeout.MaxNs) + GraceNs)
                    {
                        Messages = Math.Min(left, maxAtOnce),
                    },
                    cancel
                )
            );
            if (parts[^1].Received == 0)
                break;
        }
        return CountedWindow.CombineWindows(parts);
    }

    internal static string Answer(long messages, Transmission transmission, CountedWindow window)
    {
        var counts = string.Create(
            CultureInfo.InvariantCulture,
            $"{window.Sent} sent {transmission.Word()}, {window.Received} received, {window.Lost} lost"
        );
        var stopped = window.Sent < messages ? "; nothing came back any more, so the rest was not sent" : "";
        if (window.Received == 0)
            return counts + stopped;
        var rtt = Histogram.FromSparse(window.Histogram);
        return $"{counts}; RTT min {NumberText.Duration(rtt.PercentileNs(0))}, p50 "
            + $"{NumberText.Duration(rtt.PercentileNs(0.5))}, max {NumberText.Duration(window.RttMaxNs)}{stopped}";
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var client in _connected.Values)
            await client.DisposeAsync();
    }
}
