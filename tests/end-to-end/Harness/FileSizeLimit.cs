namespace Pingmark.EndToEndTests.Harness;

/// <summary>A disk that is full, of a process of its own: no file may grow beyond a limit.</summary>
internal static class FileSizeLimit
{
    /// <summary>So much of every file that is written, whatever it was before.</summary>
    public static async Task SetAsync(int pid, long bytes)
    {
        using var process = System.Diagnostics.Process.Start("prlimit", ["--pid", $"{pid}", $"--fsize={bytes}:"]);
        await process.WaitForExitAsync();
        Assert.Equal(0, process.ExitCode);
    }
}
