using System.Globalization;
using Pingmark.Formatting;

namespace Pingmark.Workers;

/// <summary>An option of a stack, as its worker describes it.</summary>
/// <param name="Values">The values that it may have, <c>true|false</c>, or the bounds of a whole number,
/// <c>1..1000</c>; empty where the worker does not tell.</param>
/// <param name="Default">The value that holds where it is not asked for; empty where the stack decides.</param>
/// <param name="Role">The side that takes it: <c>server</c>, <c>client</c> or <c>both</c>.</param>
/// <param name="About">Its description, in a line.</param>
public sealed record StackOption(
    string Name,
    string Values = "",
    string Default = "",
    string Role = "both",
    string About = ""
)
{
    private const string Bounds = "..";

    public bool IsOf(string side) => Role == "both" || Role == side;

    /// <returns>What is wrong with a value, in the words of a suite's reader; null if nothing is.</returns>
    /// <param name="what">The option's name in messages.</param>
    public string? Problem(string value, string what)
    {
        if (Values.Length == 0)
            return null;
        if (Values.Split(Bounds) is [var least, var most])
            return Number(value) is { } number && number >= Number(least) && number <= Number(most)
                ? null
                : $"{what} must be {least} to {most}, not '{value}'";
        var words = Values.Split('|');
        return words.Contains(value)
            ? null
            : $"{what} must be {string.Join(" or ", words)}, not '{value}'{NearestName.Suggestion(value, words)}";
    }

    /// <summary>Reads the options in a reply to <c>describe</c>. Whatever the worker does not tell of an option is not
    /// checked.</summary>
    public static IReadOnlyList<StackOption> Read(Reply reply)
    {
        if (!reply.Has("options"))
            return [];
        var names = reply.Texts("options");
        var (values, defaults, roles, abouts) = (All("values"), All("defaults"), All("roles", "both"), All("abouts"));
        return names.Select((name, i) => new StackOption(name, values[i], defaults[i], roles[i], abouts[i])).ToList();

        IReadOnlyList<string> All(string part, string untold = "") =>
            reply.Has($"option_{part}")
                ? reply.Texts($"option_{part}", names.Count)
                : Enumerable.Repeat(untold, names.Count).ToList();
    }

    private static long? Number(string text) =>
        long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number)
            ? number
            : null;
}
