namespace Pingmark.Reports.Document;

/// <summary>
/// A report before a terminal, Markdown or a page shows it. Pure functions make it once, of a summary, a comparison or
/// a history; renderers know nothing of what it is about.
/// </summary>
/// <param name="Title">Empty where the report needs none.</param>
public sealed record ReportDocument(string Title, IReadOnlyList<Section> Sections)
{
    public string About { get; init; } = "";

    /// <summary>What the report is of: when and where it was measured.</summary>
    public IReadOnlyList<string> Facts { get; init; } = [];

    /// <summary>The facts as sentences.</summary>
    internal string FactsText => string.Join(' ', Facts.Select(fact => $"{fact}."));

    /// <summary>What a reader has to know before anything else.</summary>
    public IReadOnlyList<string> Cautions { get; init; } = [];

    /// <summary>The level of its title among headings: 1 is that of a file of its own.</summary>
    public int Level { get; init; } = 1;

    /// <summary>The file that has the columns for which a terminal has no room; null: there is none.</summary>
    public string? WholeFile { get; init; }

    /// <summary>The sections that have something to say in a medium.</summary>
    internal IReadOnlyList<Section> SectionsIn(Media medium) =>
        Sections.Where(section => Block.Shown(section.Blocks, medium).Any()).ToList();
}

/// <summary>A part of a report with a heading.</summary>
/// <param name="Id">What links and scripts of a page call it; empty: nothing does.</param>
/// <param name="Title">Empty: it needs no heading.</param>
public sealed record Section(string Id, string Title, IReadOnlyList<Block> Blocks)
{
    /// <summary>Without a heading.</summary>
    public Section(params IReadOnlyList<Block> blocks)
        : this("", "", blocks) { }

    /// <summary>The media that show its title; elsewhere it is clear without one.</summary>
    public Media TitledIn { get; init; } = Media.All;

    public string TitleIn(Media medium) => TitledIn.HasFlag(medium) ? Title : "";
}
