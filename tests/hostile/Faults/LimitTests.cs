using System.Diagnostics;

namespace Pingmark.Hostile.Tests.Faults;

/// <summary>Limits below which .NET ends in a trace, in words of its own, or never.</summary>
public sealed class LimitTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    [Theory]
    [InlineData("-n 20", "only 20 files may be open here, and pingmark needs 256")]
    [InlineData("-n 10", "only 10 files may be open here")]
    [InlineData("-v 100000", "only 97 MiB of addresses here, and pingmark needs 8 GiB")]
    [InlineData("-v 500000", "of addresses")]
    [InlineData("-v 2000000", "of addresses")]
    [InlineData("-d 500000", "of data")]
    [InlineData("-f 0", "a file may have only 0 KiB here, and pingmark needs 256 MiB")]
    [InlineData("-f 20", "a file may have only 20 KiB here")]
    [InlineData("-t 1", "a process may run for only 1 s here, and pingmark needs 3600 s")]
    [InlineData("-s 64", "a stack may have only 64 KiB here, and pingmark needs 1024 KiB")]
    [Fault(
        "a limit that .NET can't start with (ulimit -n, -u, -v, -d, -f, -s, -t)",
        "one line with the limit, what is needed, and what raises it",
        2,
        5
    )]
    public async Task It_is_named(string limit, string said) =>
        Refuses(await RunAsync("bash", "-c", $"ulimit {limit}; exec \"$0\" list suites", Repository.Launcher), said);

    /// <summary>Root's processes are not counted, so that it takes another user; the launcher alone may be read by
    /// it.</summary>
    [SkippableTheory]
    [InlineData(3)]
    [InlineData(10)]
    [InlineData(40)]
    [InlineData(60)]
    public async Task That_of_a_users_processes_is_named(int most)
    {
        Skip.IfNot(Environment.IsPrivilegedProcess, "needs root, to be somebody else");
        var launcher = _folder.Write("pingmark", File.ReadAllText(Repository.Launcher));
        if (!OperatingSystem.IsWindows())
            foreach (var path in new[] { launcher, _folder.Path })
                File.SetUnixFileMode(path, Everybody);
        Refuses(
            await RunAsync(
                "setpriv",
                "--reuid=65534",
                "--regid=65534",
                "--clear-groups",
                "prlimit",
                $"--nproc={most}",
                launcher,
                "list",
                "suites"
            ),
            $"only {most} threads of this user may run"
        );
    }

    private const UnixFileMode Everybody =
        UnixFileMode.UserRead
        | UnixFileMode.UserWrite
        | UnixFileMode.UserExecute
        | UnixFileMode.GroupRead
        | UnixFileMode.GroupExecute
        | UnixFileMode.OtherRead
        | UnixFileMode.OtherExecute;

    private static void Refuses((int Code, string Errors) result, string said)
    {
        Assert.Equal(2, result.Code);
        Assert.Contains(said, result.Errors);
        Assert.Contains("raise it: ulimit -", result.Errors);
        Assert.Equal(1, result.Errors.Count(letter => letter == '\n'));
    }

    private static async Task<(int Code, string Errors)> RunAsync(string command, params string[] arguments)
    {
        using var process = Process.Start(
            new ProcessStartInfo(command, arguments) { RedirectStandardError = true, RedirectStandardOutput = true }
        )!;
        var errors = process.StandardError.ReadToEndAsync();
        await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        return (process.ExitCode, await errors);
    }

    public void Dispose() => _folder.Dispose();
}
