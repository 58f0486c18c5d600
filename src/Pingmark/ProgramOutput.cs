using System.Diagnostics;

namespace Pingmark;

/// <summary>What a program printed until it ended.</summary>
/// <param name="Text">All of its standard output.</param>
/// <param name="Errors">The last lines of its error output.</param>
internal sealed record ProgramOutput(int ExitCode, string Text, IReadOnlyList<string> Errors)
{
    private const int LinesKept = 20,
        LongestLine = 2000;

    /// <summary>Runs a program to its end. One that takes too long, prints too much or is not waited for any more is
    /// killed.</summary>
    /// <param name="input">All that the program finds on its standard input.</param>
    /// <param name="mostBytes">The most that it may print, in bytes.</param>
    /// <param name="longest">How long it may take.</param>
    /// <exception cref="System.ComponentModel.Win32Exception">There is no such program.</exception>
    /// <exception cref="InvalidDataException">It printed too much.</exception>
    /// <exception cref="TimeoutException">It took too long.</exception>
    public static async Task<ProgramOutput> ReadAsync(
        ProcessStartInfo program,
        string input,
        long mostBytes,
        TimeSpan longest,
        CancellationToken cancel
    )
    {
        program.RedirectStandardInput = program.RedirectStandardOutput = program.RedirectStandardError = true;
        using var process =
            Process.Start(program) ?? throw new InvalidOperationException($"{program.FileName} did not start");
        using var late = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        late.CancelAfter(longest);
        try
        {
            var errors = new ForeignStream(process.StandardError.BaseStream, longestSilence: null).KeepLast(
                LinesKept,
                LongestLine
            );
            var text = new ForeignStream(process.StandardOutput.BaseStream, longestSilence: null).ReadTextAsync(
                mostBytes,
                late.Token
            );
            await WriteAsync(process, input, late.Token).ConfigureAwait(false);
            var printed = await text.ConfigureAwait(false);
            await process.WaitForExitAsync(late.Token).ConfigureAwait(false);
            await errors.Ended.WaitAsync(late.Token).ConfigureAwait(false);
            return new(process.ExitCode, printed, errors.Read());
        }
        catch (OperationCanceledException) when (!cancel.IsCancellationRequested)
        {
            throw new TimeoutException($"{program.FileName} took longer than {longest.TotalSeconds:0.#} s");
        }
        finally
        {
            if (!process.HasExited)
                process.Kill();
        }
    }

    /// <summary>Writes to the program's input. A program that ends early closes it; its exit code then tells
    /// why.</summary>
    private static async Task WriteAsync(Process process, string text, CancellationToken cancel)
    {
        try
        {
            await process.StandardInput.WriteAsync(text.AsMemory(), cancel).ConfigureAwait(false);
            process.StandardInput.Close();
        }
        catch (IOException)
        {
            await process.WaitForExitAsync(cancel).ConfigureAwait(false);
        }
    }
}
