using System.Globalization;
using System.Runtime.InteropServices;

namespace Pingmark.Cli;

/// <summary>Handles Ctrl-C and other signals that ask this program to end: the work is cancelled, and what is finished
/// is reported. A signal that the program was started to ignore (nohup) stays ignored.</summary>
internal sealed class Interruption : IDisposable
{
    /// <summary>How long the block in flight may take to end its workers, with the partial report.</summary>
    private static readonly TimeSpan TimeToReport = TimeSpan.FromSeconds(20);

    private static readonly (PosixSignal Signal, int Number)[] Ends =
    [
        (PosixSignal.SIGHUP, 1),
        (PosixSignal.SIGINT, 2),
        (PosixSignal.SIGQUIT, 3),
        (PosixSignal.SIGTERM, 15),
    ];

    private readonly CancellationTokenSource _asked = new();
    private readonly List<PosixSignalRegistration> _registrations = [];

    public Interruption()
    {
        var ignored = Ignored();
        foreach (var (signal, number) in Ends)
            if ((ignored >> (number - 1) & 1) == 0)
                _registrations.Add(PosixSignalRegistration.Create(signal, End));
    }

    public CancellationToken Requested => _asked.Token;

    /// <summary>Waits for a task, and leaves it behind where it does not end in time after a signal.</summary>
    public async Task<int> AwaitAsync(Task<int> work)
    {
        var tooLate = new TaskCompletionSource();
        await using var late = Requested.Register(async () =>
        {
            await Task.Delay(TimeToReport);
            tooLate.TrySetResult();
        });
        return await Task.WhenAny(work, tooLate.Task) == work ? await work : ExitCode.Interrupted;
    }

    private void End(PosixSignalContext context)
    {
        context.Cancel = true;
        _asked.Cancel();
    }

    /// <summary>The ignored signals, one bit a signal from the lowest on.</summary>
    private static ulong Ignored() =>
        File.ReadLines("/proc/self/status")
            .Where(line => line.StartsWith("SigIgn:", StringComparison.Ordinal))
            .Select(line =>
                ulong.Parse(
                    line.Split(':')[1],
                    NumberStyles.HexNumber | NumberStyles.AllowLeadingWhite,
                    CultureInfo.InvariantCulture
                )
            )
            .FirstOrDefault();

    public void Dispose()
    {
        _registrations.ForEach(registration => registration.Dispose());
        _asked.Dispose();
    }
}

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
