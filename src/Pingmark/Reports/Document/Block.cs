namespace Pingmark.Reports.Document;

/// <summary>The media that show a report; a terminal shows fewer parts than the others.</summary>
[Flags]
public enum Media
{
    /// <summary>A screenful of text: the tables and the answer.</summary>
    Terminal = 1,
    Markdown = 2,
    Page = 4,

    /// <summary>Text with all that is worth reading beside the figures.</summary>
    Verbose = 8,
    Screen = Terminal | Verbose,
    Text = Screen | Markdown,
    Files = Markdown | Page,
    All = Screen | Files,
}

/// <summary>A piece of a section. Empty ones are not shown, so that the code that builds sections need not check
/// it.</summary>
public abstract record Block(Media Media = Media.All)
{
    internal virtual bool IsEmpty => false;

    /// <summary>The blocks that a medium shows.</summary>
    public static IEnumerable<Block> Shown(IEnumerable<Block> blocks, Media medium) =>
        blocks.Where(block => block.Media.HasFlag(medium) && !block.IsEmpty);

    /// <summary>The error for a block in a medium that can't show it.</summary>
    internal InvalidOperationException HasNoForm(Media medium) => new($"{GetType().Name} has no form in {medium}");
}

public sealed record Paragraph(string Text, Media Media = Media.All) : Block(Media)
{
    /// <summary>Whether it is an explanation, which a page shows small.</summary>
    public bool IsSmall { get; init; }
    public bool IsStrong { get; init; }

    /// <summary>A link before the text on a page; null: none.</summary>
    public (string Target, string Text)? Link { get; init; }

    internal override bool IsEmpty => string.IsNullOrWhiteSpace(Text);

    public static Paragraph Small(string text, Media media = Media.All) => new(text, media) { IsSmall = true };
}

public sealed record Bullets(IReadOnlyList<string> Items, Media Media = Media.All) : Block(Media)
{
    internal override bool IsEmpty => Items.Count == 0;
}

/// <param name="Lead">What the text is about, which is emphasized.</param>
public sealed record Statement(string Lead, string Text)
{
    public string Sentence => $"{Lead}: {Text}";
}

public sealed record Statements(IReadOnlyList<Statement> Items, Media Media = Media.All) : Block(Media)
{
    internal override bool IsEmpty => Items.Count == 0;
}

/// <summary>Text that can be copied into a shell.</summary>
/// <param name="Id">Its name for links of its page; null: none.</param>
public sealed record Code(string Text, string? Id = null, Media Media = Media.All) : Block(Media);

/// <summary>Blocks under a heading; a page folds them.</summary>
public sealed record Details(string Title, IReadOnlyList<Block> Blocks, Media Media = Media.All) : Block(Media)
{
    /// <summary>Whether it is what its section is about: a page doesn't fold it, and elsewhere it needs no
    /// heading.</summary>
    public bool IsMain { get; init; }

    /// <summary>Whether a page shows it unfolded.</summary>
    public bool IsOpen { get; init; }

    internal override bool IsEmpty => Blocks.All(block => block.IsEmpty);
}

/// <summary>A finding that readers should know beside the figures.</summary>
/// <param name="Subject">The cells that it is about; empty: all that is reported.</param>
/// <param name="ShortSubject">The subject where there is no room for many names; null: the subject itself.</param>
public sealed record FindingLine(string Severity, string Subject, string Text, string? ShortSubject = null)
{
    public string Sentence => About(ShortSubject ?? Subject);

    /// <summary>The sentence with all names.</summary>
    public string WholeSentence => About(Subject);

    private string About(string subject) => subject.Length == 0 ? Text : $"{subject}: {Text}";
}

public sealed record Findings(IReadOnlyList<FindingLine> Lines) : Block
{
    internal override bool IsEmpty => Lines.Count == 0;
}

/// <summary>A box on a page with what must not be missed.</summary>
public sealed record Alert(string Title, IReadOnlyList<FindingLine> Lines, Paragraph More) : Block
{
    internal override bool IsEmpty => Lines.Count == 0 && More.IsEmpty;
}

/// <summary>The place in which a page's script draws its charts.</summary>
/// <param name="IsFirst">Whether it is the place of the one chart beside what stands before it.</param>
public sealed record ChartPlace(bool IsFirst = false) : Block;

/// <summary>A drawing made of letters of one width, for a terminal.</summary>
/// <param name="Lines">Gives the lines for a terminal's width.</param>
public sealed record Drawing(Func<int, IEnumerable<string>> Lines, Media Media = Media.All) : Block(Media);

/// <summary>The same in several forms, the roomiest first: a terminal shows the first for which it is wide enough, or
/// the last, and a page the first.</summary>
public sealed record Alternatives(IReadOnlyList<IReadOnlyList<Block>> Forms) : Block
{
    internal override bool IsEmpty => Forms.Count == 0;
}
