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

    /// <summary>Media that are read from top to bottom, without a pointer.</summary>
    Text = Screen | Markdown,

    /// <summary>Media that have room for everything.</summary>
    Files = Markdown | Page,
    All = Screen | Files,
}
