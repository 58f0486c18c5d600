using System.Diagnostics;
using Pingmark.Host;

namespace Pingmark.Sampling;

/// <summary>The JDK's own tools. Those beside the Java that runs the process are preferred, for jcmd should be of its
/// version, to those on the PATH.</summary>
internal sealed record JdkTools(string Jcmd, string Jfr)
{
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(30);

    /// <returns>The tools; null when one of them is missing.</returns>
    public static JdkTools? Find(int pid) =>
        Find(pid, "jcmd") is { } jcmd && Find(pid, "jfr") is { } jfr ? new(jcmd, jfr) : null;

    private static string? Find(int pid, string tool) =>
        SampledProcess.Executable(pid) is { } java
        && Path.Combine(Path.GetDirectoryName(java)!, tool) is var beside
        && File.Exists(beside)
            ? beside
            : Executables.Find(tool);

    /// <summary>Runs a tool and reads what it prints while it comes, both streams in their order.</summary>
    /// <param name="mostBytes">The most that the tool may print, in bytes.</param>
    /// <exception cref="Exception">It is made by <paramref name="fault"/>: the tool failed, took too long or printed
    /// too much.</exception>
    public static async Task<T> RunAsync<T>(
        string tool,
        string[] arguments,
        long mostBytes,
        Func<TextReader, T> read,
        Func<string, Exception> fault,
        CancellationToken cancel
    )
    {
        var info = new ProcessStartInfo("/bin/sh", ["-c", "exec \"$@\" 2>&1 </dev/null", "sh", tool, .. arguments])
        {
            RedirectStandardOutput = true,
        };
        using var process = await ProcessLauncher.StartAsync(info).ConfigureAwait(false);
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        limit.CancelAfter(Longest);
        // Ended by force it closes its output, and so the reading ends.
        await using var kill = limit.Token.Register(() => process.Kill());
        using var output = new StreamReader(
            new ForeignStream(process.StandardOutput.BaseStream, Longest).Bounded(mostBytes)
        );
        var result = await ReadAsync().ConfigureAwait(false);
        await process.WaitForExitAsync(CancellationToken.None).ConfigureAwait(false);
        cancel.ThrowIfCancellationRequested();
        if (limit.IsCancellationRequested)
            throw fault($"{Path.GetFileName(tool)} {arguments[0]} took longer than {Longest.TotalSeconds:0} s");
        return process.ExitCode == 0
            ? result
            : throw fault(
                $"{Path.GetFileName(tool)} {arguments[0]} failed with exit code {process.ExitCode}: {result}"
            );

        async Task<T> ReadAsync()
        {
            try
            {
                return await Task.Run(() => read(output), CancellationToken.None).ConfigureAwait(false);
            }
            catch (Exception e) when (e is InvalidDataException or TimeoutException)
            {
                process.Kill();
                throw fault($"{Path.GetFileName(tool)} {arguments[0]}: {e.Message}");
            }
        }
    }
}
