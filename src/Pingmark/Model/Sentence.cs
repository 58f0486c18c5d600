using System.Globalization;
using System.Text.RegularExpressions;

namespace Pingmark.Model;

/// <summary>A sentence with placeholders for values: <c>the hypervisor took {share} of the CPU time</c>.</summary>
/// <param name="template">The text, in which each value's name stands in braces.</param>
public sealed partial class Sentence(string template, params IReadOnlyList<NamedValue> values)
{
    private readonly string _template = template;
    private readonly IReadOnlyList<NamedValue> _values = values;

    public string Text => Place().Replace(_template, place => Find(place.Groups[1].Value).Text);

    /// <summary>What two sentences have in common that differ in quantities alone.</summary>
    public string MergeKey => string.Join('\0', _values.OfType<Term>().Select(term => term.Text).Prepend(_template));

    public override string ToString() => Text;

    /// <summary>A sentence without values, which equals another only if all words are the same.</summary>
    public static Sentence Verbatim(string text) => new("{text}", new Term("text", text));

    /// <summary>This sentence with other words before it.</summary>
    /// <param name="before">The template of these words.</param>
    public Sentence WithPrefix(string before, params IReadOnlyList<NamedValue> values) =>
        new(before + _template, [.. values, .. _values]);

    /// <summary>One sentence for several, with the least and the most of each quantity.</summary>
    /// <param name="alike">Sentences of the same frame.</param>
    public static Sentence Merge(IReadOnlyList<Sentence> alike) =>
        new(
            alike[0]._template,
            [
                .. alike[0]
                    ._values.Select(value =>
                        value is Quantity quantity
                            ? quantity.Span([.. alike.Select(one => (Quantity)one.Find(value.Name))])
                            : value
                    ),
            ]
        );

    private NamedValue Find(string name) =>
        _values.FirstOrDefault(value => value.Name == name)
        ?? throw new InvalidOperationException($"nothing is named {name} for: {_template}");

    [GeneratedRegex(@"\{(\w+)\}")]
    private static partial Regex Place();
}

/// <summary>A value that takes the place of its name in a template.</summary>
public abstract record NamedValue(string Name)
{
    public abstract string Text { get; }
}

/// <summary>A name or other words: sentences can be merged only if these are equal.</summary>
public sealed record Term(string Name, string Words) : NamedValue(Name)
{
    public override string Text => Words;
}

/// <summary>A number, or the least and the most of several numbers.</summary>
/// <param name="Format">Makes the text of a number, with its unit.</param>
public sealed record Quantity(string Name, double Least, double Most, Func<double, string> Format) : NamedValue(Name)
{
    public Quantity(string name, double value, Func<double, string> format)
        : this(name, value, value, format) { }

    /// <summary>A whole number, written with all its digits.</summary>
    public static Quantity Count(string name, long count) =>
        new(name, count, number => number.ToString("0", CultureInfo.InvariantCulture));

    /// <summary>The quantity as text: <c>5 %</c>, <c>27.3 to 70.3 %</c>, <c>12 µs to 3 ms</c>.</summary>
    public override string Text
    {
        get
        {
            var (least, most) = (Format(Least), Format(Most));
            if (least == most)
                return least;
            var unit = most[(most.LastIndexOfAny([.. "0123456789"]) + 1)..];
            return $"{(least.EndsWith(unit, StringComparison.Ordinal) ? least[..^unit.Length] : least)} to {most}";
        }
    }

    public Quantity Span(IReadOnlyList<Quantity> all) =>
        this with
        {
            Least = all.Min(one => one.Least),
            Most = all.Max(one => one.Most),
        };
}
