using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Document;
using Spectre.Console;
using Paragraph = Pingmark.Reports.Document.Paragraph;
using Table = Pingmark.Reports.Document.Table;

namespace Pingmark.Reports.Renderers;

/// <summary>Writes a report to a terminal, whose width decides how much is shown; 80 columns are enough. Everything is
/// written as <see cref="Text"/>, never as markup, so that text from files can't be taken for markup.</summary>
public sealed class TerminalRenderer
{
    private const Media Medium = Media.Terminal;

    /// <summary>The width from which on intervals have room beside their figures.</summary>
    private const int WideColumns = 110;

    /// <summary>The most columns of a text, for longer lines are hard to read; tables may be wider.</summary>
    private const int TextColumns = 160;

    private static readonly Style Bold = new(decoration: Decoration.Bold);

    /// <summary>Two colours that the colour-blind can tell apart.</summary>
    private static readonly Dictionary<string, Style> Verdicts = new()
    {
        [ComparisonVerdict.Faster.Word()] = new(Color.Teal),
        [ComparisonVerdict.Slower.Word()] = new(Color.Olive),
        [ComparisonVerdict.LikelyFaster.Word()] = new(Color.Teal),
        [ComparisonVerdict.LikelySlower.Word()] = new(Color.Olive),
    };

    private readonly IAnsiConsole console;
    private readonly List<string> leftOut = [];

    /// <summary>Whether a blank line, or nothing, stands above.</summary>
    private bool isApart = true;

    private TerminalRenderer(IAnsiConsole console) => this.console = console;

    public static void Write(IAnsiConsole console, ReportDocument document) =>
        new TerminalRenderer(console).Write(document);

    private void Write(ReportDocument document)
    {
        Write(document.About.Length == 0 ? document.Title : $"{document.Title}: {document.About.Trim()}", Bold);
        foreach (var fact in document.Facts)
            Write(fact);
        foreach (var caution in document.Cautions)
            Write(caution, Bold);
        var sections = document.SectionsIn(Medium);
        var lastTable = sections.LastOrDefault(section => HasTable(section.Blocks));
        foreach (var section in sections)
        {
            Begin(section.TitleIn(Medium));
            Write(section.Blocks);
            if (ReferenceEquals(section, lastTable) && leftOut.Count > 0)
            {
                Begin("");
                Write(ReportSentences.LeftOut(leftOut, document.WholeFile));
            }
        }
    }

    private static bool HasTable(IEnumerable<Block> blocks) =>
        Block
            .Shown(blocks, Medium)
            .Any(block =>
                block is Table
                || block is Details details && HasTable(details.Blocks)
                || block is Alternatives alternatives && alternatives.Forms.Any(HasTable)
            );

    private void Write(IEnumerable<Block> blocks)
    {
        foreach (var block in Block.Shown(blocks, Medium))
            Write(block);
    }

    private void Write(Block block)
    {
        switch (block)
        {
            case Paragraph paragraph:
                Write(paragraph.Text, paragraph.IsStrong ? Bold : null);
                break;
            case Bullets bullets:
                foreach (var item in bullets.Items)
                    Write(item);
                break;
            case Statements statements:
                foreach (var statement in statements.Items)
                    Write(statement);
                break;
            case Details details:
                Begin(details.IsMain ? "" : details.Title);
                Write(details.Blocks);
                break;
            case Table table:
                Begin("");
                leftOut.AddRange([.. Fit(table, console.Profile.Width).Write(console), .. table.LeftOut]);
                isApart = true;
                break;
            case Alternatives alternatives:
                Write(alternatives.Forms.FirstOrDefault(form => form.All(Fits)) ?? alternatives.Forms[^1]);
                break;
            case Drawing drawing:
                foreach (var line in drawing.Lines(Math.Min(console.Profile.Width, TextColumns)))
                    WriteLine(line);
                break;
            case Findings findings:
                Write(findings);
                break;
            default:
                throw block.HasNoForm(Medium);
        }
    }

    private bool Fits(Block block) =>
        block is not Table table || Fit(table, console.Profile.Width).Fits(console.Profile.Width);

    /// <summary>The table with intervals where they have room and cost no column, otherwise without.</summary>
    internal static FittedTable Fit(Table table, int width)
    {
        var styles = table
            .Rows.Select(row => row.Select(cell => Verdicts.GetValueOrDefault(cell.Judgement?.Word ?? "")).ToList())
            .ToList();
        FittedTable Make(Func<TableCell, string> text) =>
            new(table.Columns, table.Rows.Select(row => row.Select(text).ToList()), styles, table.IsDense);
        var narrow = Make(cell => cell.Text);
        return
            width >= WideColumns
            && Make(cell => cell.TextWithInterval) is var wide
            && wide.LeftOut(width).Count <= narrow.LeftOut(width).Count
            ? wide
            : narrow;
    }

    /// <summary>Writes findings such that long texts are indented as a block and severities have a column of their
    /// own.</summary>
    private void Write(Findings findings)
    {
        var indent = findings.Lines.Max(line => line.Severity.Length) + 2;
        foreach (var line in findings.Lines)
        foreach (var (at, text) in Wrap(line.Sentence, indent).Index())
        {
            console.Write(Safe((at == 0 ? line.Severity : "").PadRight(indent), Bold));
            WriteLine(text);
        }
    }

    /// <summary>The lines of a text that has this many columns less than others.</summary>
    private IReadOnlyList<string> Wrap(string text, int indent = 0) =>
        WrappedText.Lines(Escape.Terminal(text), Math.Max(1, Math.Min(console.Profile.Width, TextColumns) - indent));

    /// <param name="title">The title of what follows; empty: none.</param>
    private void Begin(string title)
    {
        if (!isApart)
            console.WriteLine();
        isApart = true;
        Write(title, Bold);
    }

    /// <summary>Writes a text in as many lines as it needs; nothing at all for an empty one.</summary>
    private void Write(string text, Style? style = null)
    {
        if (text.Length == 0)
            return;
        foreach (var line in Wrap(text))
            WriteLine(line, style);
    }

    private void WriteLine(string line, Style? style = null)
    {
        console.Write(Safe(line, style));
        console.WriteLine();
        isApart = false;
    }

    private void Write(Statement statement)
    {
        var lines = Wrap(statement.Sentence);
        // A lead that is broken itself is part of the text.
        var lead = Escape.Terminal(statement.Lead);
        var bold = lines[0].StartsWith(lead, StringComparison.Ordinal) ? lead : "";
        console.Write(Safe(bold, Bold));
        Write(string.Join('\n', lines)[bold.Length..]);
    }

    private static Text Safe(string text, Style? style = null) => new(Escape.Terminal(text), style);
}
