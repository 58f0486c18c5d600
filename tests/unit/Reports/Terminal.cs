using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;
using Spectre.Console;

namespace Pingmark.Tests.Reports;

/// <summary>A report as text, as a terminal of some width shows it.</summary>
internal static class Terminal
{
    /// <summary>All that text shows of a run: <c>run -v</c>.</summary>
    public static string Render(Summary summary, int width, string? runFolder = "results/mock") =>
        Render(RunReport.Build(summary, Media.Verbose, runFolder), width);

    /// <summary>What fits on a screen.</summary>
    public static string RenderInShort(Summary summary, int width) =>
        Render(RunReport.Build(summary, Media.Terminal, "results/mock"), width);

    public static string Render(ReportDocument document, int width) =>
        Render(console => TerminalRenderer.Write(console, document), width);

    public static string Render(Action<IAnsiConsole> write, int width, bool ansi = false)
    {
        using var output = new StringWriter();
        var console = AnsiConsole.Create(
            new AnsiConsoleSettings
            {
                Ansi = ansi ? AnsiSupport.Yes : AnsiSupport.No,
                ColorSystem = ColorSystemSupport.NoColors,
                Interactive = InteractionSupport.No,
                Out = new AnsiConsoleOutput(output),
            }
        );
        console.Profile.Width = width;
        console.Profile.Capabilities.Unicode = true;
        write(console);
        // Tables are padded to their width; spaces at a line's end are no part of what is shown.
        return string.Join('\n', output.ToString().ReplaceLineEndings("\n").Split('\n').Select(l => l.TrimEnd()));
    }
}
