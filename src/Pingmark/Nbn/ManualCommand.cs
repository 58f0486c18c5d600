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

/// <summary>One line of the prompt.</summary>
internal sealed record ManualCommand(
    ManualCommandKind Kind,
    long Messages = 0,
    Transmission Transmission = default,
    string Problem = ""
)
{
    /// <param name="has">The transmissions of the library; the first is the default.</param>
    public static ManualCommand Parse(string line, IReadOnlyList<Transmission> has) =>
        line.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries) switch
        {
            [] => new(ManualCommandKind.Nothing),
            [var word] when Is(word, "help") || word == "?" => new(ManualCommandKind.Help),
            [var word] when Is(word, "quit") || Is(word, "exit") => new(ManualCommandKind.Quit),
            [var word, var count] when Is(word, "send") => Send(count, has[0].ToString(), has),
            [var word, var count, var transmission] when Is(word, "send") => Send(count, transmission, has),
            [var word, ..] => Wrong(Is(word, "send") ? "send takes a number of messages" : $"'{word}' is no command"),
        };

    private static ManualCommand Send(string count, string transmission, IReadOnlyList<Transmission> has)
    {
        if (
            !long.TryParse(count, NumberStyles.None, CultureInfo.InvariantCulture, out var messages)
            || messages is < 1 or > NbnManual.MostMessages
        )
            return Wrong($"'{count}' is no number from 1 to {NbnManual.MostMessages}");
        foreach (var one in has)
            if (Is(transmission, one.ToString()))
                return new(ManualCommandKind.Send, messages, one);
        return Wrong(
            $"'{transmission}' is no transmission of this library, which has "
                + $"{string.Join(" and ", has).ToLowerInvariant()}"
        );
    }

    private static ManualCommand Wrong(string problem) => new(ManualCommandKind.Wrong, Problem: problem);

    private static bool Is(string word, string name) => word.Equals(name, StringComparison.OrdinalIgnoreCase);
}
