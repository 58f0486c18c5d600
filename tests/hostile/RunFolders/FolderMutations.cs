using System.Text.RegularExpressions;

namespace Pingmark.Hostile.Tests.RunFolders;

/// <summary>Changes one of a run's two files in a few places.</summary>
internal static partial class FolderMutations
{
    private static readonly Func<Case, string, string>[] All =
    [
        ReplaceValue,
        ReplaceValue,
        ReplaceValue,
        ReplaceValue,
        ReplaceContainer,
        RepeatContainer,
        DropMember,
        RepeatLine,
        DropLine,
        MixLines,
        ChangeCharacter,
        CutOff,
    ];

    private static readonly Func<Case, string, string>[] Damages =
    [
        RepeatLine,
        DropLine,
        MixLines,
        ChangeCharacter,
        ChangeDigit,
        RepeatContainer,
    ];

    public static string Mutated(Case made, string text)
    {
        for (var changes = made.Random.Next(1, 5); changes > 0; changes--)
            text = made.One(All)(made, text);
        return text;
    }

    /// <summary>Changes that no writer makes: lines, characters, digits and the end.</summary>
    public static string Damaged(Case made, string text) =>
        made.One(Damages)(made, text) is var damaged && damaged != text ? damaged : text[..^made.Random.Next(1, 99)];

    private static string ReplaceValue(Case made, string text) =>
        Replace(made, text, Scalar(), made.One(HostileJson.Values));

    private static string ReplaceContainer(Case made, string text) =>
        Replace(made, text, Container(), made.One(HostileJson.Values));

    private static string DropMember(Case made, string text) => Replace(made, text, Member(), "");

    /// <summary>A list that has many of what it had one of.</summary>
    private static string RepeatContainer(Case made, string text)
    {
        var times = made.InPercent(5) ? made.Random.Next(2_000) : made.Random.Next(1, 20);
        var (start, length) = Found(made, text, Item());
        var repeated = string.Concat(Enumerable.Repeat($"{text.AsSpan(start, length)},", times));
        return text.Insert(start, repeated);
    }

    private static string RepeatLine(Case made, string text) =>
        WithLines(made, text, (lines, at) => lines.Insert(made.Random.Next(lines.Count + 1), lines[at]));

    private static string DropLine(Case made, string text) => WithLines(made, text, (lines, at) => lines.RemoveAt(at));

    /// <summary>Half a trial of one round, and half of another.</summary>
    private static string MixLines(Case made, string text) =>
        WithLines(
            made,
            text,
            (lines, at) =>
            {
                var other = made.One(lines);
                lines[at] = lines[at][..(lines[at].Length / 2)] + other[(other.Length / 2)..];
            }
        );

    private static string ChangeCharacter(Case made, string text)
    {
        if (text.Length == 0)
            return text;
        var at = made.Random.Next(text.Length);
        return text[..at] + (char)made.Random.Next(made.InPercent(80) ? 128 : 65_536) + text[(at + 1)..];
    }

    /// <summary>Still JSON, and another number.</summary>
    private static string ChangeDigit(Case made, string text)
    {
        var at = text.IndexOfAny([.. "0123456789"], made.Random.Next(text.Length));
        return at < 0 ? text : $"{text[..at]}{(char)('0' + (text[at] - '0' + 1) % 10)}{text[(at + 1)..]}";
    }

    private static string CutOff(Case made, string text) =>
        made.InPercent(20) ? text[..made.Random.Next(text.Length + 1)] : text;

    private static string Replace(Case made, string text, Regex what, string by)
    {
        var (start, length) = Found(made, text, what);
        return text[..start] + by + text[(start + length)..];
    }

    /// <summary>One of those near a place that is chosen first: the whole text need not be searched.</summary>
    private static (int Start, int Length) Found(Case made, string text, Regex what)
    {
        var found = what.Match(text, made.Random.Next(text.Length + 1));
        if (!found.Success)
            found = what.Match(text);
        return (found.Index, found.Length);
    }

    private static string WithLines(Case made, string text, Action<List<string>, int> change)
    {
        var lines = text.Split('\n').ToList();
        change(lines, made.Random.Next(lines.Count));
        return string.Join('\n', lines);
    }

    [GeneratedRegex("""(?<=[:\[,] ?)(?:"(?:[^"\\]|\\.)*"(?! ?:)|-?[0-9][0-9.eE+-]*|true|false|null)""")]
    private static partial Regex Scalar();

    [GeneratedRegex("""\[[^\[\]]*\]|\{[^{}]*\}""")]
    private static partial Regex Container();

    [GeneratedRegex("""(?<=\[\s*)(?:"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|\{[^{}\[\]]*\})""")]
    private static partial Regex Item();

    [GeneratedRegex("""(?<=[{,]\s*)"[a-z_0-9]+": ?(?:"(?:[^"\\]|\\.)*"|[^,{}\[\]"]+),?""")]
    private static partial Regex Member();
}
