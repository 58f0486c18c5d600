using System.Diagnostics;

namespace Pingmark.Host;

/// <summary>Runs a program that is not this project's, and reads what it prints, both streams in their order.</summary>
internal static class ForeignTool
{
    /// <param name="longest">How long it may take, or print nothing.</param>
    /// <param name="read">Reads what it prints, while it comes.</param>
    /// <param name="fault">Makes the exception: the tool failed, took too long or printed too much.</param>
    public static async Task<T> RunAsync<T>(
        IReadOnlyList<string> command,
        TimeSpan longest,
        long mostBytes,
        Func<TextReader, T> read,
        Func<string, Exception> fault,
        CancellationToken cancel
    )
    {
        var name = $"{Path.GetFileName(command[0])} {command[1]}";
        var info = new ProcessStartInfo("/bin/sh", ["-c", "exec \"$@\" 2>&1 </dev/null", "sh", .. command])
        {
            RedirectStandardOutput = true,
        };
        MakeEnglish(info.Environment);
        using var process = await ProcessLauncher.StartAsync(info).ConfigureAwait(false);
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        limit.CancelAfter(longest);
        // Ended by force it closes its output, and so the reading ends.
        await using var kill = limit.Token.Register(() => process.Kill());
        using var output = new StreamReader(
            new ForeignStream(process.StandardOutput.BaseStream, longest).Bounded(mostBytes)
        );
        T result;
        try
        {
            result = await Task.Run(() => read(output), CancellationToken.None).ConfigureAwait(false);
        }
        catch (Exception e) when (e is InvalidDataException or TimeoutException)
        {
            process.Kill();
            throw fault($"{name}: {e.Message}");
        }
        await process.WaitForExitAsync(CancellationToken.None).ConfigureAwait(false);
        cancel.ThrowIfCancellationRequested();
        if (limit.IsCancellationRequested)
            throw fault($"{name} took longer than {longest.TotalSeconds:0} s");
        return process.ExitCode == 0
            ? result
            : throw fault($"{name} failed with exit code {process.ExitCode}: {result}");
    }

    /// <summary>Runs a program, and reads its output as text.</summary>
    public static Task<string> ReadAsync(
        IReadOnlyList<string> command,
        TimeSpan longest,
        long mostBytes,
        Func<string, Exception> fault,
        CancellationToken cancel
    ) => RunAsync(command, longest, mostBytes, output => output.ReadToEnd().Trim(), fault, cancel);

    /// <summary>Makes messages of the C library English, as the controller's are, and keeps the rest of the locale:
    /// <c>LC_ALL</c>, which has precedence over every other, becomes the default <c>LANG</c>.</summary>
    internal static void MakeEnglish(IDictionary<string, string?> environment)
    {
        if (environment.TryGetValue("LC_ALL", out var all) && !string.IsNullOrEmpty(all))
        {
            foreach (var name in environment.Keys.Where(IsCategory).ToList())
                environment.Remove(name);
            environment["LANG"] = all;
        }
        environment.Remove("LC_ALL");
        environment["LC_MESSAGES"] = "C";
    }

    private static bool IsCategory(string name) => name.StartsWith("LC_", StringComparison.Ordinal);
}
