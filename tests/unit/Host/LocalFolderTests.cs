using Pingmark.Host;
using Pingmark.Tests.Results;
using Xunit;

namespace Pingmark.Tests.Host;

public sealed class LocalFolderTests : IDisposable
{
    private readonly TemporaryFolder _around = new();

    public void Dispose() => _around.Dispose();

    [Fact]
    public void Only_its_user_may_enter_it_and_it_goes_with_what_is_in_it()
    {
        string path;
        using (var folder = new LocalFolder())
        {
            path = folder.Path;
            using var other = new LocalFolder();
            Assert.NotEqual(path, other.Path);
#pragma warning disable CA1416 // Linux is all that it runs on.
            Assert.Equal(
                UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute,
                File.GetUnixFileMode(path)
            );
#pragma warning restore CA1416
            Directory.CreateDirectory(Path.Combine(path, "a", "b b", "c"));
            foreach (var file in new[] { "1", "a/ü", "a/b b/-rf", "a/b b/c/line\nend" })
                File.WriteAllText(Path.Combine(path, file), "");
        }
        Assert.False(Directory.Exists(path));
    }

    [Fact]
    public void What_links_lead_to_stays()
    {
        var kept = _around.Write("kept/file", "mine");
        using (var own = new LocalFolder(_around.Path))
        {
            Directory.CreateSymbolicLink(Path.Combine(own.Path, "folder"), _around["kept"]);
            File.CreateSymbolicLink(Path.Combine(own.Path, "file"), kept);
        }
        Assert.Equal("mine", File.ReadAllText(kept));
        Assert.Single(Directory.EnumerateFileSystemEntries(_around.Path));
    }

    [Fact]
    public void Where_none_can_be_made_is_said() =>
        Assert.Equal(
            $"no folder can be made in {_around["none"]}: No such file or directory",
            Assert.Throws<IOException>(() => new LocalFolder(_around["none"])).Message
        );
}
