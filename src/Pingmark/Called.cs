using System.Text.RegularExpressions;

namespace Pingmark;

/// <summary>The name by which people call this program. Sources and reports say <c>pingmark</c>, for a report is read
/// on any machine. What a person is told to type has the name that works for them, which the launcher knows:
/// <c>./pingmark</c> in a checkout.</summary>
public static partial class Called
{
    /// <summary>The name where it is installed, and in what is kept.</summary>
    public const string Anywhere = "pingmark";

    /// <summary>The name that works where this process was called.</summary>
    public static string Name => Variables.Called.Value is { } name && name.All(IsHarmless) ? name : Anywhere;

    private static bool IsHarmless(char c) => char.IsLetterOrDigit(c) || c is '.' or '_' or '+' or '-' or '/';

    /// <summary>A text whose commands (<c>`pingmark doctor`</c>, or a line of its own that is set in by two columns)
    /// have the name that works here.</summary>
    public static string In(string text) => Name is var name && name == Anywhere ? text : Command().Replace(text, name);

    [GeneratedRegex($@"(?<=`|^  ){Anywhere}(?= [a-z-])", RegexOptions.Multiline)]
    private static partial Regex Command();
}
