using System.Text;
using System.Text.RegularExpressions;

namespace Pingmark.Hostile.Tests.Suites;

/// <summary>Changes a valid suite in a few places, as a mistake, a bad disk or somebody with bad intentions
/// would.</summary>
internal static partial class SuiteMutations
{
    private const int MostText = 1 << 20;

    private static readonly Func<Case, string, string>[] All =
    [
        ReplaceValue,
        ReplaceValue,
        ReplaceValue,
        ReplaceWord,
        DeleteLine,
        RepeatLine,
        MoveLine,
        TakeLineOfAnother,
        ChangeCharacter,
        InsertHostile,
        CutOff,
        RepeatPiece,
        Nest,
        MakeLongList,
        Anchor,
    ];

    public static string Mutated(Case made)
    {
        var text = made.One(SuiteTexts.All);
        for (var changes = made.Random.Next(1, 6); changes > 0 && text.Length < MostText; changes--)
            text = made.One(All)(made, text);
        return text;
    }

    /// <summary>A value of a key, or an item of a list.</summary>
    private static string ReplaceValue(Case made, string text) =>
        ReplaceOne(made, text, Value(), made.One(HostileValues.Scalars));

    private static string ReplaceWord(Case made, string text)
    {
        var words = Word().Matches(text);
        return words.Count == 0 ? text : ReplaceOne(made, text, Word(), made.One(words).Value);
    }

    private static string ReplaceOne(Case made, string text, Regex what, string by)
    {
        var found = what.Matches(text);
        if (found.Count == 0)
            return text + by;
        var one = made.One(found);
        return text[..one.Index] + by + text[(one.Index + one.Length)..];
    }

    private static string DeleteLine(Case made, string text) =>
        WithLines(made, text, (lines, at) => lines.RemoveAt(at));

    private static string RepeatLine(Case made, string text) =>
        WithLines(made, text, (lines, at) => lines.Insert(at, lines[at]));

    private static string MoveLine(Case made, string text) =>
        WithLines(
            made,
            text,
            (lines, at) =>
            {
                var line = lines[at];
                lines.RemoveAt(at);
                lines.Insert(made.Random.Next(lines.Count + 1), line);
            }
        );

    private static string TakeLineOfAnother(Case made, string text) =>
        WithLines(made, text, (lines, at) => lines.Insert(at, made.One(made.One(SuiteTexts.All).Split('\n'))));

    private static string WithLines(Case made, string text, Action<List<string>, int> change)
    {
        var lines = text.Split('\n').ToList();
        change(lines, made.Random.Next(lines.Count));
        return string.Join('\n', lines);
    }

    private static string ChangeCharacter(Case made, string text)
    {
        var changed = new StringBuilder(text + " ");
        changed[made.Random.Next(changed.Length)] = made.InPercent(80)
            ? (char)made.Random.Next(128)
            : (char)made.Random.Next(65_536);
        return changed.ToString();
    }

    private static string InsertHostile(Case made, string text) =>
        text.Insert(made.Random.Next(text.Length + 1), made.One(HostileValues.Scalars));

    private static string CutOff(Case made, string text) => text[..made.Random.Next(text.Length + 1)];

    private static string RepeatPiece(Case made, string text)
    {
        var start = made.Random.Next(text.Length + 1);
        var piece = text.Substring(start, made.Random.Next(Math.Min(60, text.Length - start) + 1));
        var times = made.InPercent(3) ? made.Random.Next(2_000) : made.Random.Next(5);
        return text.Insert(start, string.Concat(Enumerable.Repeat(piece, times)));
    }

    private static string Nest(Case made, string text)
    {
        var (open, close) = made.One([("[", "]"), ("{a: ", "}"), ("- ", "")]);
        var depth = made.InPercent(5) ? made.Random.Next(5_000) : made.Random.Next(20);
        return ReplaceOne(
            made,
            text,
            Value(),
            string.Concat(Enumerable.Repeat(open, depth)) + "1" + string.Concat(Enumerable.Repeat(close, depth))
        );
    }

    private static string MakeLongList(Case made, string text)
    {
        var count = made.InPercent(3) ? made.Random.Next(3_000) : made.Random.Next(30);
        var items = Enumerable
            .Range(1, count)
            .Select(i => made.InPercent(90) ? $"{i}" : made.One(HostileValues.Scalars));
        return ReplaceOne(made, text, Value(), $"[{string.Join(", ", items)}]");
    }

    /// <summary>One node in many places, each of which holds it many times.</summary>
    private static string Anchor(Case made, string text)
    {
        var wide = made.Random.Next(1, 10);
        var levels = Enumerable
            .Range(1, made.Random.Next(1, 9))
            .Select(level => $"x{level}: &l{level} [{string.Join(", ", Enumerable.Repeat($"*l{level - 1}", wide))}]");
        return $"x0: &l0 1\n{string.Join('\n', levels)}\n"
            + ReplaceOne(made, text, Value(), $"*l{made.Random.Next(levels.Count() + 1)}");
    }

    [GeneratedRegex(@"(?<=[:,\[] |- |\[)[^\s,\[\]{}][^,\[\]{}\n]*")]
    private static partial Regex Value();

    [GeneratedRegex(@"[a-z_]{2,}")]
    private static partial Regex Word();
}
