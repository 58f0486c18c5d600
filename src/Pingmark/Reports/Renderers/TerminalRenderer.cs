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

    /// <summary>The colours of verdicts, of which a terminal's user has chosen the shades; who is colour-blind tells
    /// these two apart, and the words stand there anyway.</summary>
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
        Line(document.About.Length == 0 ? document.Title : $"{document.Title}: {document.About.Trim()}", Bold);
        foreach (var fact in document.Facts)
            Line(fact);
        foreach (var caution in document.Cautions)
            Line(caution, Bold);
        var sections = document.SectionsIn(Medium);
        var lastTable = sections.LastOrDefault(section => HasTable(section.Blocks));
        foreach (var section in sections)
        {
            Begin(section.TitleIn(Medium));
            Write(section.Blocks);
            if (ReferenceEquals(section, lastTable) && leftOut.Count > 0)
            {
                Begin("");
                Line(ReportSentences.LeftOut(leftOut, document.WholeFile));
            }
        }
    }

    private static bool HasTable(IEnumerable<Block> blocks) =>
        Block
            .Shown(blocks, Medium)
            .Any(block =>
                block is Table
                || block is Details of && HasTable(of.Blocks)
                || block is Alternatives all && all.Forms.Any(HasTable)
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
                Line(paragraph.Text, paragraph.IsStrong ? Bold : null);
                break;
            case Bullets bullets:
                foreach (var item in bullets.Items)
                    Line(item);
                break;
            case Statements statements:
                foreach (var (lead, text) in statements.Items)
                    Line(lead, text);
                break;
            case Details details:
                Begin(details.IsMain ? "" : details.Title);
                Write(details.Blocks);
                break;
            case Table table:
                Begin("");
                leftOut.AddRange(Fitted(table, console.Profile.Width).Write(console));
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
        block is not Table table || Fitted(table, console.Profile.Width).Fits(console.Profile.Width);

    /// <summary>The table with intervals where they have room and cost no column, otherwise without.</summary>
    internal static FittedTable Fitted(Table table, int width)
    {
        var styles = table
            .Rows.Select(row => row.Select(cell => Verdicts.GetValueOrDefault(cell.Judgement?.Word ?? "")).ToList())
            .ToList();
        var narrow = new FittedTable(table.Columns, Texts(table, cell => cell.Text), styles, table.IsDense);
        return
            width >= WideColumns
            && new FittedTable(table.Columns, Texts(table, cell => cell.TextWithInterval), styles, table.IsDense)
                is var wide
            && wide.LeftOut(width).Count <= narrow.LeftOut(width).Count
            ? wide
            : narrow;
    }

    private static IEnumerable<IReadOnlyList<string>> Texts(Table table, Func<TableCell, string> text) =>
        table.Rows.Select(row => row.Select(text).ToList());

    /// <summary>Writes findings such that long texts are indented as a block and severities have a column of their
    /// own.</summary>
    private void Write(Findings findings)
    {
        var indent = findings.Lines.Max(line => line.Severity.Length) + 2;
        foreach (var line in findings.Lines)
        foreach (var (at, text) in Wrapped(line.Sentence, indent).Index())
        {
            console.Write(Safe((at == 0 ? line.Severity : "").PadRight(indent), Bold));
            console.Write(Safe(text));
            console.WriteLine();
        }
        isApart = false;
    }

    /// <summary>The lines of a text that has this many columns less than others.</summary>
    private IReadOnlyList<string> Wrapped(string text, int indent = 0) =>
        WrappedText.Lines(Escape.Terminal(text), Math.Max(1, Math.Min(console.Profile.Width, TextColumns) - indent));

    /// <param name="title">The title of what follows; empty: none.</param>
    private void Begin(string title)
    {
        if (!isApart)
            console.WriteLine();
        isApart = true;
        Line(title, Bold);
    }

    /// <summary>Writes a line; nothing at all for an empty text.</summary>
    private void Line(string text, Style? style = null)
    {
        if (text.Length == 0)
            return;
        foreach (var line in Wrapped(text))
            WriteLine(line, style);
    }

    private void WriteLine(string line, Style? style = null)
    {
        console.Write(Safe(line, style));
        console.WriteLine();
        isApart = false;
    }

    /// <summary>Writes a line whose beginning is emphasized.</summary>
    private void Line(string lead, string text)
    {
        var lines = Wrapped($"{lead}: {text}");
        // A lead that is broken itself is part of the text.
        var bold = lines[0].StartsWith(Escape.Terminal(lead), StringComparison.Ordinal) ? lead : "";
        console.Write(Safe(bold, Bold));
        Line(string.Join('\n', lines)[Escape.Terminal(bold).Length..]);
    }

    private static Text Safe(string text, Style? style = null) => new(Escape.Terminal(text), style);
}
