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
        using var deadline = new CancellationTokenSource(TimeSpan.FromSeconds(60));
        return await ReadLinesAsync(deadline.Token, program, arguments);
    }

    /// <summary>A program that still runs at the deadline is ended.</summary>
    public static async Task<string[]> ReadLinesAsync(
        CancellationToken deadline,
        string program,
        params string[] arguments
    )
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using var process = Process.Start(start)!;
        try
        {
            var errors = process.StandardError.ReadToEndAsync(deadline);
            var read = await process.StandardOutput.ReadToEndAsync(deadline);
            await process.WaitForExitAsync(deadline);
            Assert.Equal((0, ""), (process.ExitCode, await errors));
            return read.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        }
        finally
        {
            process.Kill(entireProcessTree: true);
            process.WaitForExit();
        }
    }

    /// <summary>The path of a program's source beside this file.</summary>
    public static string Source(string name, [CallerFilePath] string caller = "") =>
        Path.Combine(Path.GetDirectoryName(caller)!, name);
}
