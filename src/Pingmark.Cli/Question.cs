namespace Pingmark.Cli;

/// <summary>Asks on a terminal for a yes or a no.</summary>
internal sealed class Question(TextReader answers, TextWriter output)
{
    /// <returns>Enter is a yes; the end of the input is a no.</returns>
    /// <exception cref="OperationCanceledException">Ctrl-C: at once, although a read of a terminal can't be
    /// ended.</exception>
    public async Task<bool> AskAsync(string question, CancellationToken cancel)
    {
        await output.WriteAsync($"{question} [Y/n] ");
        await output.FlushAsync(cancel);
        var answer = Task.Factory.StartNew(
            answers.ReadLine,
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default
        );
        try
        {
            return (await answer.WaitAsync(cancel))?.Trim().ToLowerInvariant() is "" or "y" or "yes";
        }
        catch (OperationCanceledException)
        {
            await output.WriteLineAsync();
            throw;
        }
    }
}
