using Pingmark.Evidence;
using Pingmark.Formatting;
using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>A check for one thing that may be wrong with what was measured, or with the machine.
/// <see cref="CheckList"/> lists all of them.</summary>
/// <typeparam name="TSubject">What it looks at.</typeparam>
internal abstract class Check<TSubject>(CheckRow row)
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

    protected Finding Warning(Sentence sentence) => new(Row, FindingSeverity.Warning, sentence);

    /// <summary>A name, or words that two findings must share to be merged.</summary>
    protected static Term Named(string name, string words) => new(name, words);

    /// <summary>A fraction, written as percent.</summary>
    protected static Quantity Share(string name, double fraction) => new(name, fraction, NumberText.Percent);

    protected static Quantity Count(string name, long count) => Quantity.Count(name, count);

    protected static Quantity Duration(string name, double ns) => new(name, ns, NumberText.Duration);

    protected static Quantity Bytes(string name, double bytes) => new(name, bytes, NumberText.Bytes);

    /// <summary>A factor, written as <c>0.97x</c>.</summary>
    protected static Quantity Factor(string name, double factor) =>
        new(name, factor, number => $"{NumberText.Fixed(number, 2)}x");
}

internal abstract class TrialCheck(string id, string meaning, string remedy)
    : Check<MeasuredTrial>(new(id, CheckScope.Trial, meaning, remedy));

internal abstract class CellCheck(
    string id,
    string meaning,
    string remedy,
    bool needsNoCountedTrial = false,
    bool failsCommand = false,
    string mark = "",
    string inAnswer = ""
)
    : Check<CellEvidence>(
        new(id, CheckScope.Cell, meaning, remedy)
        {
            NeedsNoCountedTrial = needsNoCountedTrial,
            FailsCommand = failsCommand,
            Mark = mark,
            InAnswer = inAnswer,
        }
    );

internal abstract class RunCheck(
    string id,
    string meaning,
    string remedy,
    bool comesFirst = false,
    string inAnswer = ""
) : Check<MeasuredRun>(new(id, CheckScope.Run, meaning, remedy) { ComesFirst = comesFirst, InAnswer = inAnswer });

internal abstract class SearchCheck(string id, string meaning, string remedy)
    : Check<SearchedCell>(new(id, CheckScope.Search, meaning, remedy));

/// <summary>A check of the machine, as <c>doctor</c> reads and measures it.</summary>
internal abstract class MachineCheck(string id, string meaning, string remedy)
    : Check<MachineFacts>(new(id, CheckScope.Machine, meaning, remedy))
{
    protected Finding FindWithMend(
        FindingSeverity severity,
        string mend,
        string template,
        params IReadOnlyList<NamedValue> values
    ) => Find(severity, template, values) with { Mend = severity == FindingSeverity.Ok ? "" : mend };
}

/// <summary>A check of the conditions under which a run begins.</summary>
internal abstract class ConditionCheck(string id, string meaning, string remedy)
    : Check<RunConditions>(new(id, CheckScope.Machine, meaning, remedy));

/// <summary>How large a quantity must be for a note and for a warning: each limit must be exceeded.</summary>
internal sealed record Limits(double Note, double Warning)
{
    public FindingSeverity SeverityOf(double value) =>
        value > Warning ? FindingSeverity.Warning
        : value > Note ? FindingSeverity.Note
        : FindingSeverity.Ok;
}
