using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Pingmark.Reports.Document;
using Pingmark.Schema;
using Spectre.Console;

namespace Pingmark.Cli;

/// <summary>The console of every command. Everything written to <c>Console.Out</c> and <c>Console.Error</c> is made
/// safe here, at one place, because names, reasons and messages come from suites, folders and workers. Only code that
/// makes escape sequences itself, from text that it has made safe, writes to the terminal directly.</summary>
internal static class Screen
{
    private static readonly Lazy<(TextWriter Output, TextWriter Error, TextWriter OutputOfErrors)> Writers = new(
        Protect
    );

    /// <summary>The unfiltered output, for tables with colours.</summary>
    public static TextWriter Output => Writers.Value.Output;

    /// <summary>The unfiltered error stream, for progress that is written over.</summary>
    public static TextWriter Error => Writers.Value.Error;

    /// <summary>Whether a stream of this process is a terminal that understands escape sequences.</summary>
    public static bool Understands(bool isRedirected, string? terminal) =>
        !isRedirected && terminal is not (null or "" or "dumb");

    public static bool ErrorUnderstands =>
        Understands(Console.IsErrorRedirected, Environment.GetEnvironmentVariable("TERM"));

    public static bool OutputUnderstands =>
        Understands(Console.IsOutputRedirected, Environment.GetEnvironmentVariable("TERM"));

    /// <summary>Makes everything safe that is printed from now on. When the error stream is full or closed, only what
    /// would have been written to it is lost.</summary>
    public static void Use() => _ = Writers.Value;

    /// <summary>Writes JSON, whose strings escape characters that could steer a terminal.</summary>
    public static void WriteJson(string json) => Output.Write(TerminalSafeText.Json(json));

    public static void WriteAsJson<T>(T value) =>
        WriteJson(JsonSerializer.Serialize(value, SummaryJson.Options) + "\n");

    /// <summary>Writes an error as a JSON object. The error may be that standard output can't be written.</summary>
    public static void WriteErrorAsJson(string error) =>
        Writers.Value.OutputOfErrors.Write(
            TerminalSafeText.Json(new JsonObject { ["error"] = error }.ToJsonString(SummaryJson.LineOptions) + "\n")
        );

    private static (TextWriter Output, TextWriter Error, TextWriter OutputOfErrors) Protect()
    {
        var (output, error) = (new Guarded(Console.Out, isNeeded: true), new Guarded(Console.Error, isNeeded: false));
        var outputOfErrors = new Guarded(Console.Out, isNeeded: false);
        Console.SetOut(new PlainWriter(output));
        Console.SetError(new PlainWriter(error));
        return (output, error, outputOfErrors);
    }

    private sealed class PlainWriter(TextWriter to) : TextWriter
    {
        public override Encoding Encoding => to.Encoding;

        public override void Write(char value) => Write(value.ToString());

        public override void Write(string? value) => to.Write(TerminalSafeText.Plain(value ?? ""));

        public override void Write(char[] buffer, int index, int count) => Write(new string(buffer, index, count));

        public override void Flush() => to.Flush();
    }

    private sealed class Guarded(TextWriter to, bool isNeeded) : TextWriter
    {
        public override Encoding Encoding => to.Encoding;

        public override void Write(char value) => Try(() => to.Write(value));

        public override void Write(string? value) => Try(() => to.Write(value));

        public override void Write(char[] buffer, int index, int count) => Try(() => to.Write(buffer, index, count));

        public override void Flush() => Try(to.Flush);

        private void Try(Action write)
        {
            try
            {
                write();
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                if (isNeeded)
                    throw new PingmarkException(
                        $"standard output can't be written: {e.Message}",
                        ExitCode.CellFailed,
                        e
                    );
            }
        }
    }
}

internal static class Terminal
{
    /// <summary>The width of files and pipes, whose lines are never broken.</summary>
    private const int UnlimitedWidth = 10_000;
    private const int DefaultWidth = 80;

    public static int Width => Output.Profile.Width;

    /// <summary>Standard output; only a terminal gets escape sequences, and none with NO_COLOR set.</summary>
    public static IAnsiConsole Output { get; } = Create(UnlimitedWidth);

    /// <summary>Standard output for a report, 80 columns wide where no terminal says its width.</summary>
    public static IAnsiConsole OutputOf(Media medium) => medium == Media.Terminal ? Create(DefaultWidth) : Output;

    private static IAnsiConsole Create(int width)
    {
        var console = AnsiConsole.Create(
            new()
            {
                Out = new AnsiConsoleOutput(Screen.Output),
                Ansi = Screen.OutputUnderstands && !ProgressLog.IsPlain ? AnsiSupport.Detect : AnsiSupport.No,
            }
        );
        if (Console.IsOutputRedirected)
            console.Profile.Width = width;
        return console;
    }
}
