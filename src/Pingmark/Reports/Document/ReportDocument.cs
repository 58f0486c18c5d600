namespace Pingmark.Reports.Document;

/// <summary>A report before a terminal, Markdown or a page shows it. Pure functions make it from a summary, a
/// comparison or a history; renderers do not know what it is about.</summary>
/// <param name="Title">The title; empty where the report needs none.</param>
public sealed record ReportDocument(string Title, IReadOnlyList<Section> Sections)
{
    public string About { get; init; } = "";

    /// <summary>When and where it was measured.</summary>
    public IReadOnlyList<string> Facts { get; init; } = [];

    internal string FactsText => string.Join(' ', Facts.Select(fact => $"{fact}."));

    /// <summary>What a reader has to know before anything else.</summary>
    public IReadOnlyList<string> Cautions { get; init; } = [];

    /// <summary>The level of its title among headings; 1 is that of a file of its own.</summary>
    public int Level { get; init; } = 1;

    /// <summary>The file that has the columns for which a terminal has no room; null where there is none.</summary>
    public string? WholeFile { get; init; }

    internal IReadOnlyList<Section> SectionsIn(Media medium) =>
        Sections.Where(section => Block.Shown(section.Blocks, medium).Any()).ToList();
}

/// <summary>A part of a report with a heading.</summary>
/// <param name="Id">The id for links and scripts of a page; empty where none uses it.</param>
/// <param name="Title">The heading; empty where it needs none.</param>
/// <param name="TitledIn">The media that show its title; in the others it is clear without one.</param>
public sealed record Section(string Id, string Title, IReadOnlyList<Block> Blocks, Media TitledIn = Media.All)
{
    /// <summary>Makes a section without a heading.</summary>
    public Section(params IReadOnlyList<Block> blocks)
        : this("", "", blocks) { }

    public string TitleIn(Media medium) => TitledIn.HasFlag(medium) ? Title : "";
}
