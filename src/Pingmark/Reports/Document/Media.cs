namespace Pingmark.Reports.Document;

/// <summary>The media that show a report; a terminal shows fewer parts than the others.</summary>
[Flags]
public enum Media
{
    Terminal = 1,
    Markdown = 2,
    Page = 4,

    /// <summary>What a terminal shows, read by another program or from the top of a file.</summary>
    Pipe = 8,
    Screen = Terminal | Pipe,

    /// <summary>Media that are read from top to bottom, without a pointer.</summary>
    Text = Screen | Markdown,

    /// <summary>Media that have room for everything.</summary>
    Files = Markdown | Page,
    All = Screen | Files,
}
