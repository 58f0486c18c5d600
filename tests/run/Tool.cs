using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Pingmark.TestRun;

/// <summary>A program that a layer starts, with its output in a file.</summary>
internal static class Tool
{
    /// <summary>What takes longer hangs.</summary>
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(20);

    private static readonly CancellationTokenSource Stopped = new();

    /// <summary>One shell joins both streams in their order, and tells what all that it waited for took of the cores;
    /// the arguments are passed apart, so nothing in them is interpreted. Signals that whoever started the tests
    /// ignores, as nohup does, are sent by tests.</summary>
    private const string Script =
        "env --default-signal=HUP,INT,QUIT,TERM \"$@\" >>\"$0\" 2>&1 </dev/null; code=$?; times >>\"$0"
        + CpuTimes.Extension
        + "\"; exit $code";

    /// <summary>Who ends the tests by a signal ends all that they have started, too.</summary>
    public static IDisposable[] EndBySignals() =>
        [
            .. new[] { PosixSignal.SIGINT, PosixSignal.SIGTERM }.Select(signal =>
                PosixSignalRegistration.Create(
                    signal,
                    context =>
                    {
                        context.Cancel = true;
                        Stopped.Cancel();
                    }
                )
            ),
        ];

    /// <returns>The exit code.</returns>
    /// <exception cref="OperationCanceledException">A signal ended it.</exception>
    public static async Task<int> RunAsync(
        string log,
        IReadOnlyList<string> command,
        IReadOnlyDictionary<string, string>? environment = null
    )
    {
        Stopped.Token.ThrowIfCancellationRequested();
        var info = new ProcessStartInfo("/bin/sh", ["-c", Script, log, .. command]) { WorkingDirectory = Tree.Root };
        foreach (var (name, value) in environment ?? new Dictionary<string, string>())
            info.Environment[name] = value;
        using var process = Process.Start(info)!;
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(Stopped.Token);
        deadline.CancelAfter(Longest);
        try
        {
            await process.WaitForExitAsync(deadline.Token);
            return process.ExitCode;
        }
        catch (OperationCanceledException)
        {
            process.Kill(entireProcessTree: true);
            Stopped.Token.ThrowIfCancellationRequested();
            await File.AppendAllTextAsync(log, $"it took longer than {Longest.TotalMinutes} minutes and was killed\n");
            return -1;
        }
    }

    /// <returns>Standard output, a line each; what fails has none.</returns>
    public static async Task<IReadOnlyList<string>> LinesAsync(params string[] command)
    {
        var info = new ProcessStartInfo(command[0], command[1..])
        {
            WorkingDirectory = Tree.Root,
            RedirectStandardOutput = true,
        };
        using var process = Process.Start(info)!;
        var output = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        return process.ExitCode == 0 ? output.Split('\n', StringSplitOptions.RemoveEmptyEntries) : [];
    }
}
