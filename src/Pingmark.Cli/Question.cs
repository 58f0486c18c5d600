namespace Pingmark.Cli;

/// <summary>Asks a question on a terminal that is answered by yes or no.</summary>
internal sealed class Question(TextReader answers, TextWriter output)
{
    /// <returns>True for a yes, or Enter; false for a no, or at the end of the input.</returns>
    /// <exception cref="OperationCanceledException">The user pressed Ctrl-C; it is thrown at once, although reading
    /// from a terminal can't be cancelled.</exception>
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
