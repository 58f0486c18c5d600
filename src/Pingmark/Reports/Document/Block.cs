namespace Pingmark.Reports.Document;

/// <summary>A piece of a section. Empty ones are not shown, so that those who build sections need not ask.</summary>
public abstract record Block
{
    public Media Media { get; init; } = Media.All;

    internal virtual bool IsEmpty => false;

    /// <summary>The blocks that a medium shows.</summary>
    public static IEnumerable<Block> Shown(IEnumerable<Block> blocks, Media medium) =>
        blocks.Where(block => block.Media.HasFlag(medium) && !block.IsEmpty);

    /// <summary>To be thrown where a block, or its section, should have named the media that can show it.</summary>
    internal InvalidOperationException HasNoForm(Media medium) => new($"{GetType().Name} has no form in {medium}");
}

public sealed record Paragraph(string Text) : Block
{
    /// <summary>An explanation that may be read later.</summary>
    public bool IsSmall { get; init; }
    public bool IsStrong { get; init; }

    /// <summary>A link before the text, on a page.</summary>
    public (string Target, string Text)? Link { get; init; }

    internal override bool IsEmpty => string.IsNullOrWhiteSpace(Text);
}

public sealed record Bullets(IReadOnlyList<string> Items) : Block
{
    internal override bool IsEmpty => Items.Count == 0;
}

/// <summary>What can be copied into a shell.</summary>
public sealed record Code(string Text) : Block;

/// <summary>Blocks under a heading; a page folds them.</summary>
public sealed record Details(string Title, IReadOnlyList<Block> Blocks) : Block
{
    /// <summary>What its section is about: a page doesn't fold it, and elsewhere it needs no heading.</summary>
    public bool IsMain { get; init; }

    internal override bool IsEmpty => Blocks.All(block => block.IsEmpty);
}

/// <summary>Something to know beside the figures.</summary>
/// <param name="Subject">Of which cells it is true; empty: of all that is reported.</param>
public sealed record FindingLine(string Severity, string Subject, string Text)
{
    public string Sentence => Subject.Length == 0 ? Text : $"{Subject}: {Text}";
}

public sealed record Findings(IReadOnlyList<FindingLine> Lines) : Block
{
    internal override bool IsEmpty => Lines.Count == 0;
}

/// <summary>What must not be missed, on a page.</summary>
public sealed record Alert(string Title, IReadOnlyList<FindingLine> Lines, Paragraph More) : Block
{
    internal override bool IsEmpty => Lines.Count == 0 && More.IsEmpty;
}

/// <summary>The place that a page's script draws its charts in.</summary>
/// <param name="Missing">Why there are none; empty: there are.</param>
public sealed record Charts(string Missing) : Block;

/// <summary>Answers side by side, on a page.</summary>
public sealed record Cards(IReadOnlyList<Card> Items) : Block;

/// <param name="Lead">One sentence.</param>
/// <param name="Lines">A verdict's word, and what it is the verdict of.</param>
public sealed record Card(string Title, string Lead, IReadOnlyList<(string Word, IReadOnlyList<string> Entries)> Lines);

/// <summary>Letters of one width that make a picture in a terminal.</summary>
/// <param name="Lines">Follow from the terminal's width.</param>
public sealed record Drawing(Func<int, IEnumerable<string>> Lines) : Block;
