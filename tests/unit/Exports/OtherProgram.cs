using System.Diagnostics;
using System.Runtime.CompilerServices;
using Pingmark.Tests.Results;
using Xunit;

namespace Pingmark.Tests.Exports;

/// <summary>A program in another language that reads what was exported, with a reader of its own.</summary>
internal static class OtherProgram
{
    public static async Task<string[]> ReadLinesAsync(string program, params string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using var process = Process.Start(start)!;
        using var deadline = new CancellationTokenSource(TimeSpan.FromSeconds(60));
        var errors = process.StandardError.ReadToEndAsync(deadline.Token);
        var read = await process.StandardOutput.ReadToEndAsync(deadline.Token);
        await process.WaitForExitAsync(deadline.Token);
        Assert.Equal((0, ""), (process.ExitCode, await errors));
        return read.Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }

    /// <summary>The path of a program's source beside this file.</summary>
    public static string Source(string name, [CallerFilePath] string caller = "") =>
        Path.Combine(Path.GetDirectoryName(caller)!, name);
}
