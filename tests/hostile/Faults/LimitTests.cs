namespace Pingmark.Hostile.Tests.Faults;

/// <summary>Limits below which .NET ends in a trace, in words of its own, or never.</summary>
public sealed class LimitTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    [Theory]
    [InlineData("-n 20", "only 20 files may be open here, and pingmark needs 256")]
    [InlineData("-v 100000", "only 97 MiB of addresses here, and pingmark needs 8 GiB")]
    [InlineData("-v 2000000", "of addresses")]
    [InlineData("-d 500000", "of data")]
    [InlineData("-f 0", "a file may have only 0 KiB here, and pingmark needs 256 MiB")]
    [InlineData("-t 1", "a process may run for only 1 s here, and pingmark needs 3600 s")]
    [InlineData("-s 64", "a stack may have only 64 KiB here, and pingmark needs 1024 KiB")]
    [Fault(
        "a limit that .NET can't start with (ulimit -n, -u, -v, -d, -f, -s, -t)",
        "one line with the limit, what is needed, and what raises it",
        2,
        5
    )]
    public void It_is_named(string limit, string said) =>
        Refuses(said, "bash", "-c", $"ulimit {limit}; exec \"$0\" list suites", Repository.Launcher);

    /// <summary>Root's processes are not counted, so that it takes another user; the launcher alone may be read by
    /// it.</summary>
    [SkippableTheory]
    [InlineData(3)]
    [InlineData(60)]
    public void That_of_a_users_processes_is_named(int most)
    {
        Skip.IfNot(Environment.IsPrivilegedProcess, "needs root, to be somebody else");
        var launcher = _folder.Write("pingmark", File.ReadAllText(Repository.Launcher));
        if (!OperatingSystem.IsWindows())
            foreach (var path in new[] { launcher, _folder.Path })
                File.SetUnixFileMode(path, Everybody);
        string[] asAnother = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
        Refuses(
            $"only {most} threads of this user may run",
            [.. asAnother, "prlimit", $"--nproc={most}", launcher, "list", "suites"]
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

    private static void Refuses(string said, params string[] words)
    {
        var (code, _, errors) = Shell.End(new(words[0], words[1..]));
        Assert.Equal(2, code);
        Assert.Contains(said, errors);
        Assert.Contains("raise it: ulimit -", errors);
        Assert.Equal(1, errors.Count(letter => letter == '\n'));
    }

    public void Dispose() => _folder.Dispose();
}
