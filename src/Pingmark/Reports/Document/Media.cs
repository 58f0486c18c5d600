namespace Pingmark.Reports.Document;

/// <summary>What shows a report, and so which of its parts: a terminal shows fewer.</summary>
[Flags]
public enum Media
{
    Terminal = 1,
    Markdown = 2,
    Page = 4,

    /// <summary>What is read from top to bottom, without a pointer.</summary>
    Text = Terminal | Markdown,

    /// <summary>What has room for everything.</summary>
    Files = Markdown | Page,
    All = Terminal | Files,
}
