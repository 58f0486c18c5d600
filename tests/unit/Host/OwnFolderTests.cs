using Pingmark.Folders;
using Pingmark.Tests.Results;
using Xunit;

namespace Pingmark.Tests.Host;

public sealed class OwnFolderTests : IDisposable
{
    private readonly TemporaryFolder _around = new();

    [Fact]
    public void All_that_is_in_it_goes()
    {
        var own = new OwnFolder(_around.Path);
        Directory.CreateDirectory(Path.Combine(own.Path, "a", "b b", "c"));
        foreach (var file in new[] { "1", "a/ü", "a/b b/-rf", "a/b b/c/line\nend" })
            File.WriteAllText(Path.Combine(own.Path, file), "");
        own.Dispose();
        own.Dispose();
        Assert.Empty(Directory.EnumerateFileSystemEntries(_around.Path));
    }

    [Fact]
    public void What_links_lead_to_stays()
    {
        var kept = _around.Write("kept/file", "mine");
        using (var own = new OwnFolder(_around.Path))
        {
            Directory.CreateSymbolicLink(Path.Combine(own.Path, "folder"), _around["kept"]);
            File.CreateSymbolicLink(Path.Combine(own.Path, "file"), kept);
        }
        Assert.Equal("mine", File.ReadAllText(kept));
        Assert.Single(Directory.EnumerateFileSystemEntries(_around.Path));
    }

    [Fact]
    public void What_has_taken_its_name_stays()
    {
        var own = new OwnFolder(_around.Path);
        File.WriteAllText(Path.Combine(own.Path, "1"), "");
        Directory.Move(own.Path, _around["moved"]);
        _around.Write(Path.Combine(own.Name, "file"), "somebody else's");
        own.Dispose();
        Assert.True(File.Exists(Path.Combine(own.Path, "file")));
        Assert.Empty(Directory.EnumerateFileSystemEntries(_around["moved"]));
    }

    [Fact]
    public void A_link_that_has_taken_its_name_stays_with_what_it_leads_to()
    {
        var kept = _around.Write("kept/file", "mine");
        var own = new OwnFolder(_around.Path);
        Directory.Move(own.Path, _around["moved"]);
        Directory.CreateSymbolicLink(own.Path, _around["kept"]);
        own.Dispose();
        Assert.Equal("mine", File.ReadAllText(kept));
        Assert.True(Directory.Exists(own.Path));
    }

    [Fact]
    public void Where_none_can_be_made_is_said() =>
        Assert.Equal(
            $"no folder can be made in {_around["none"]}: No such file or directory",
            Assert.Throws<IOException>(() => new OwnFolder(_around["none"])).Message
        );

    public void Dispose() => _around.Dispose();
}
