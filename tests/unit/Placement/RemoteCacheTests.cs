using System.Diagnostics;
using Pingmark.Model;
using Pingmark.Placement;
using Pingmark.Tests.Results;
using Xunit;

namespace Pingmark.Tests.Placement;

/// <summary>The scripts that fill another machine's cache, run on this one, in a folder whose name has blanks and
/// signs of a shell.</summary>
[Trait("Gate", "no")]
public sealed class RemoteCacheTests : IDisposable
{
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(60);

    /// <summary>At the end of the names of what is unfinished.</summary>
    private const int LettersAtRandom = 6;

    private readonly TemporaryFolder _folder = new();
    private readonly string _cache;
    private readonly ThisMachineAsAnother _shell;
    private readonly FileSet _files;

    public RemoteCacheTests()
    {
        _shell = new($"XDG_CACHE_HOME={_folder["it's a $(touch EVIL) *"]}");
        _cache = _folder["it's a $(touch EVIL) */pingmark"];
        _folder.Write("sent/a file", "content");
        _files = FileSet.Collect(_folder["sent"], ["a file"]);
    }

    private string[] Unfinished => Directory.GetFileSystemEntries(_cache, ".*");

    [Fact]
    public async Task What_is_sent_appears_and_nothing_else_stays()
    {
        var there = await StoreAsync();
        Assert.Equal(Path.Combine(_cache, _files.Hash()), there);
        Assert.Equal("content", File.ReadAllText(Path.Combine(there, "a file")));
        Assert.Empty(Unfinished);
        Assert.Equal(there, await StoreAsync());
        Assert.Empty(Unfinished);
    }

    [Theory]
    [InlineData(RemoteScripts.Store)]
    [InlineData(RemoteScripts.Build)]
    public async Task What_a_killed_one_left_goes_at_the_next_start_and_what_others_work_at_stays(string script)
    {
        var (killed, left) = await BegunAsync(script);
        var (atWork, busy) = await BegunAsync(script);
        await EndAsync(killed);

        // Somebody else's, by such a name, one without a lock, one whose lock is a link, and one of another machine,
        // whose name begins like this one's: none is known to be ours.
        var others = Directory.CreateDirectory(_folder["others"]).FullName;
        _folder.Write("others/lock", "");
        var name = left[..^LettersAtRandom];
        string[] unknown =
        [
            $"{name}a.link",
            Directory.CreateDirectory($"{name}noLock").FullName,
            Directory.CreateDirectory($"{name}alinkL").FullName,
            Directory.CreateDirectory($"{name}example.abcdef").FullName,
        ];
        File.CreateSymbolicLink(unknown[0], others);
        File.CreateSymbolicLink(Path.Combine(unknown[2], "lock"), Path.Combine(others, "lock"));
        File.WriteAllText(Path.Combine(unknown[3], "lock"), "");
        // A link within leads out of it.
        File.CreateSymbolicLink(Path.Combine(left, "files", "out"), others);

        await StoreAsync();
        Assert.Equal([.. unknown.Append(busy).Order()], Unfinished.Order());
        Assert.True(File.Exists(Path.Combine(others, "lock")));
        await EndAsync(atWork);
        await StoreAsync();
        Assert.False(Directory.Exists(busy));
    }

    [Theory]
    [InlineData(FileSet.ListName)]
    [InlineData("a file")]
    public async Task What_somebody_has_removed_a_part_of_is_sent_again(string removed)
    {
        var there = await StoreAsync();
        File.Delete(Path.Combine(there, removed));
        Assert.Equal(there, await StoreAsync());
        Assert.Equal("content", File.ReadAllText(Path.Combine(there, "a file")));
        Assert.Equal("a file\n", File.ReadAllText(Path.Combine(there, FileSet.ListName)));
        Assert.Empty(Unfinished);
    }

    [Fact]
    public async Task Several_that_send_the_same_at_once_all_find_it_there()
    {
        var there = await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => StoreAsync()));
        Assert.All(there, one => Assert.Equal(Path.Combine(_cache, _files.Hash()), one));
        Assert.Empty(Unfinished);
    }

    [Fact]
    public async Task Without_locks_nothing_of_others_is_removed()
    {
        var (killed, left) = await BegunAsync(RemoteScripts.Store);
        await EndAsync(killed);
        _folder.Write("commands/flock", "#!/bin/sh\necho 'flock: 8: Function not implemented' >&2\nexit 71\n");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(_folder["commands/flock"], UnixFileMode.UserRead | UnixFileMode.UserExecute);
        var there = await StoreAsync(
            new ThisMachineAsAnother(
                $"XDG_CACHE_HOME={Path.GetDirectoryName(_cache)}",
                $"PATH={_folder["commands"]}:{Environment.GetEnvironmentVariable("PATH")}"
            )
        );
        Assert.True(File.Exists(Path.Combine(there, "a file")));
        Assert.Equal([left], Unfinished);
    }

    [Fact]
    public async Task A_folder_of_another_user_is_refused()
    {
        if (!Environment.IsPrivilegedProcess)
            return;
        Directory.CreateDirectory(_cache);
        using (var chown = Process.Start("chown", ["65534", _cache]))
            await chown.WaitForExitAsync();
        Assert.Contains(
            "the cache folder there is another user's",
            (await Assert.ThrowsAsync<SiteException>(StoreAsync)).Message
        );
    }

    /// <summary>As SIGKILL of all that it was does: its tar ends with its stdin.</summary>
    private static async Task EndAsync(Process process)
    {
        process.Kill();
        using (process)
        {
            process.StandardInput.Close();
            using var deadline = new CancellationTokenSource(Deadline);
            // Its tar has the lock, too, until it has seen the end; then nobody holds its output.
            while (await process.StandardOutput.ReadLineAsync(deadline.Token) is not null) { }
            await process.WaitForExitAsync(deadline.Token);
        }
    }

    private Task<string> StoreAsync() => StoreAsync(_shell);

    private async Task<string> StoreAsync(ThisMachineAsAnother shell)
    {
        await using var site = await RemoteSite.OpenAsync(
            new SiteEntry { Name = "far" },
            shell,
            CancellationToken.None
        );
        return await site.StoreAsync(_files, _ => { }, CancellationToken.None);
    }

    /// <summary>One that waits for what it is sent, and the folder in which it does.</summary>
    private async Task<(Process Process, string Folder)> BegunAsync(string script)
    {
        var before = Directory.Exists(_cache) ? Unfinished : [];
        var words = _shell.Command(
            script,
            "token",
            Guid.NewGuid().ToString("N"),
            FileSet.ListName,
            ".",
            "out",
            "9",
            "true"
        );
        var process = Process.Start(
            new ProcessStartInfo(words[0], words.Skip(1))
            {
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
            }
        )!;
        using var deadline = new CancellationTokenSource(Deadline);
        while (await process.StandardOutput.ReadLineAsync(deadline.Token) is { } line && line != "token send") { }
        return (process, Assert.Single(Unfinished.Except(before)));
    }

    public void Dispose() => _folder.Dispose();
}
