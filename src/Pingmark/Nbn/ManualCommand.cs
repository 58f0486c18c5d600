using System.Globalization;
using Pingmark.Model;

namespace Pingmark.Nbn;

internal enum ManualCommandKind
{
    Nothing,
    Send,
    Help,
    Quit,
    Wrong,
}

/// <summary>A command that was typed at the prompt, as one line.</summary>
internal sealed record ManualCommand(
    ManualCommandKind Kind,
    long Messages = 0,
    Transmission Transmission = default,
    string Problem = ""
)
{
    /// <param name="has">The transmissions of the library; the first is the default.</param>
    /// <param name="clients">The number of clients, each of which sends what NBN's <c>c</c> says.</param>
    public static ManualCommand Parse(string line, IReadOnlyList<Transmission> has, int clients = 1) =>
        line.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries) switch
        {
            [] => new(ManualCommandKind.Nothing),
            [var word] when Is(word, "help") || word == "?" => new(ManualCommandKind.Help),
            [var word] when Is(word, "quit") || Is(word, "exit") || Is(word, "q") => new(ManualCommandKind.Quit),
            [var word, var count] when Is(word, "send") => Send(count, 1, $"{has[0]}", has),
            [var word, var count, var transmission] when Is(word, "send") => Send(count, 1, transmission, has),
            [var word, var count] when Is(word, "c") => Send(count, clients, $"{has[0]}", has),
            [var word, var count, var transmission] when Is(word, "c") => Send(count, clients, transmission, has),
            [var word, ..] when Is(word, "s") => Wrong(
                "servers answer here and send nothing unasked; `c N` lets each client send"
            ),
            [var word, ..] => Wrong(
                Is(word, "send") || Is(word, "c")
                    ? $"{word.ToLowerInvariant()} takes a number of messages"
                    : $"'{word}' is no command"
            ),
        };

    /// <param name="transmission">The transmission's word, or NBN's <c>r</c> and <c>u</c>.</param>
    private static ManualCommand Send(string count, int senders, string transmission, IReadOnlyList<Transmission> has)
    {
        var most = NbnManual.MostMessages / senders;
        if (
            !long.TryParse(count, NumberStyles.None, CultureInfo.InvariantCulture, out var messages)
            || messages < 1
            || messages > most
        )
            return Wrong($"'{count}' is no number from 1 to {most}");
        foreach (var one in has)
            if (Is(transmission, $"{one}") || Is(transmission, $"{one}"[..1]))
                return new(ManualCommandKind.Send, messages * senders, one);
        return Wrong(
            $"'{transmission}' is no transmission of this library, which has "
                + $"{string.Join(" and ", has).ToLowerInvariant()}"
        );
    }

    private static ManualCommand Wrong(string problem) => new(ManualCommandKind.Wrong, Problem: problem);

    private static bool Is(string word, string name) => word.Equals(name, StringComparison.OrdinalIgnoreCase);
}
