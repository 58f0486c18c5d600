using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>A check for one thing that may be wrong with what was measured, or with the machine; each has a file, and a
/// line in <see cref="CheckList"/>.</summary>
internal interface ICheck
{
    CheckRow Row { get; }
}

/// <typeparam name="TSubject">What it looks at.</typeparam>
internal abstract class Check<TSubject>(CheckRow row) : ICheck
{
    public CheckRow Row { get; } = row;

    /// <returns>What the check has found; nothing where there is nothing to report.</returns>
    public virtual IEnumerable<Finding> Judge(TSubject subject) => FindOne(subject) is { } finding ? [finding] : [];

    /// <summary>Finds one thing at most; checks that may find several override <see cref="Judge"/>.</summary>
    protected virtual Finding? FindOne(TSubject subject) => null;

    protected Finding Ok(string template, params IReadOnlyList<NamedValue> values) =>
        Find(FindingSeverity.Ok, template, values);

    protected Finding Note(string template, params IReadOnlyList<NamedValue> values) =>
        Find(FindingSeverity.Note, template, values);

    protected Finding Warning(string template, params IReadOnlyList<NamedValue> values) =>
        Find(FindingSeverity.Warning, template, values);

    protected Finding Withheld(string template, params IReadOnlyList<NamedValue> values) =>
        Find(FindingSeverity.Withheld, template, values);

    protected Finding Invalid(string template, params IReadOnlyList<NamedValue> values) =>
        Find(FindingSeverity.Invalid, template, values);

    protected Finding Find(FindingSeverity severity, string template, params IReadOnlyList<NamedValue> values) =>
        new(Row, severity, new(template, values));

    /// <summary>A name, or words that two findings must share to be merged.</summary>
    protected static Term Named(string name, string words) => new(name, words);

    /// <summary>A fraction, written as percent.</summary>
    protected static Quantity Share(string name, double fraction) => new(name, fraction, NumberText.Percent);

    protected static Quantity Count(string name, long count) => Quantity.Count(name, count);

    protected static Quantity Duration(string name, double ns) => new(name, ns, NumberText.Duration);

    protected static Quantity Rate(string name, double perS) => new(name, perS, NumberText.Rate);

    protected static Quantity Bytes(string name, double bytes) => new(name, bytes, NumberText.Bytes);

    protected static Quantity Number(string name, double number) => new(name, number, NumberText.Number);

    /// <summary>A factor, written as <c>0.97x</c>.</summary>
    protected static Quantity Factor(string name, double factor) =>
        new(name, factor, number => $"{NumberText.Fixed(number, 2)}x");
}
