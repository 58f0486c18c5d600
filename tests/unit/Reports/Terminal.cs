using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;
using Spectre.Console;

namespace Pingmark.Tests.Reports;

/// <summary>A report as text, as a terminal of some width shows it.</summary>
internal static class Terminal
{
    public static string Render(Summary summary, int width, string? runFolder = "results/mock", bool ansi = false) =>
        Render(
            console => TerminalRenderer.Write(console, RunReport.Build(summary, Media.Terminal, runFolder)),
            width,
            ansi
        );

    public static string Render(ReportDocument document, int width) =>
        Render(console => TerminalRenderer.Write(console, document), width);

    /// <summary>Without the spaces at lines' ends to which what is drawn side by side may be padded.</summary>
    public static string Render(Action<IAnsiConsole> write, int width, bool ansi = false) =>
        string.Join('\n', Written(write, width, ansi).Split('\n').Select(l => l.TrimEnd()));

    /// <summary>All that is written, to the last blank.</summary>
    public static string Written(Action<IAnsiConsole> write, int width, bool ansi = false)
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
        return output.ToString().ReplaceLineEndings("\n");
    }
}
