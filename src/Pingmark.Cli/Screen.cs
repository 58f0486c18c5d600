using System.Text;

namespace Pingmark.Cli;

/// <summary>
/// The console of every command. Whatever is written to <c>Console.Out</c> and <c>Console.Error</c> is made plain here,
/// at one place, since names, reasons and messages come from suites, folders and workers; only what makes its own
/// escape sequences, of text that it made plain itself, writes past it.
/// </summary>
internal static class Screen
{
    private static readonly Lazy<(TextWriter Output, TextWriter Error)> Writers = new(Protect);

    /// <summary>For tables with colours.</summary>
    public static TextWriter Output => Writers.Value.Output;

    /// <summary>For progress, which comes and goes.</summary>
    public static TextWriter Error => Writers.Value.Error;

    /// <summary>Whether a stream of this process understands escape sequences.</summary>
    public static bool Understands(bool isRedirected, string? terminal) =>
        !isRedirected && terminal is not (null or "" or "dumb");

    public static bool ErrorUnderstands =>
        Understands(Console.IsErrorRedirected, Environment.GetEnvironmentVariable("TERM"));

    public static bool OutputUnderstands =>
        Understands(Console.IsOutputRedirected, Environment.GetEnvironmentVariable("TERM"));

    /// <summary>From now on, all that is printed is plain, and an error stream that is full or closed costs nothing but
    /// what would have been in it.</summary>
    public static void Use() => _ = Writers.Value;

    /// <summary>JSON as it is: what would steer a terminal stands in strings, where it can be escaped.</summary>
    public static void WriteJson(string json) => Output.Write(TerminalSafeText.Json(json));

    private static (TextWriter Output, TextWriter Error) Protect()
    {
        var (output, error) = (new Guarded(Console.Out, isNeeded: true), new Guarded(Console.Error, isNeeded: false));
        Console.SetOut(new PlainWriter(output));
        Console.SetError(new PlainWriter(error));
        return (output, error);
    }

    private sealed class PlainWriter(TextWriter to) : TextWriter
    {
        public override Encoding Encoding => to.Encoding;

        public override void Write(char value) => Write(value.ToString());

        public override void Write(string? value) => to.Write(TerminalSafeText.Plain(value ?? ""));

        public override void Write(char[] buffer, int index, int count) => Write(new string(buffer, index, count));

        public override void Flush() => to.Flush();
    }

    /// <summary>A stream that may be full, or closed.</summary>
    /// <param name="isNeeded">What it carries was asked for, so that losing it is an error.</param>
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
