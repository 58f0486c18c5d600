using Pingmark.Placement;

namespace Pingmark.Hostile.Tests.Faults;

/// <summary>Where another machine's user keeps workers there is no room, or no right, or no folder at all.</summary>
[Trait("Gate", "no")]
public sealed class FarDiskTests : FolderUser
{
    private const string Full = "far: its disk is full: make room in ~/.cache, or set XDG_CACHE_HOME there; it said \"",
        NoFolder =
            "far: its cache folder can't be made or written: look at who owns ~/.cache and what it is, or set "
            + "XDG_CACHE_HOME there; it said \"";

    private string Cache => Folder["cache"];

    [SkippableTheory]
    [InlineData("size=8k", "head -c 9000 /dev/zero >\"$0/another\" 2>/dev/null", Full)]
    [InlineData("nr_inodes=2", "", Full)]
    [InlineData("nr_inodes=4", "", Full)]
    [InlineData("ro", "", "far: its cache folder can't be written: set XDG_CACHE_HOME there; it said \"")]
    [Fault(
        "another machine's disk is full or has no inodes left, or the home folder there is read-only",
        "it is named, with what it said and what to try",
        3,
        10
    )]
    public Task A_disk_that_takes_nothing_is_named(string options, string filled, string told) =>
        IsNamedAsync(Mounted(options, filled), told);

    [SkippableTheory]
    [InlineData("touch \"$0\"")]
    [InlineData("mkdir \"$0\"; touch \"$0/pingmark\"")]
    [InlineData("ln -s nowhere \"$0\"")]
    [InlineData("mkdir -m 755 \"$0\"", "setpriv --reuid=65534 --regid=65534 --clear-groups")]
    [InlineData("mkdir -m 700 \"$0\"", "setpriv --reuid=65534 --regid=65534 --clear-groups")]
    [Fault(
        "the cache folder on another machine is a file, a link to nowhere, or somebody else's",
        "it is named, with what it said and what to try",
        3,
        10
    )]
    public Task A_folder_that_is_none_of_the_users_is_named(string made, string asUser = "") =>
        IsNamedAsync($"sh -c '{made}' {Cache}; exec {asUser} \"$@\"", NoFolder);

    [Fact]
    [Fault("the cache folder on another machine is a link to a folder", "workers are kept in that folder", -1, 10)]
    public async Task A_link_leads_to_where_workers_are()
    {
        Directory.CreateDirectory(Folder["elsewhere"]);
        File.CreateSymbolicLink(Cache, Folder["elsewhere"]);
        await using var site = await new FarSide(null, $"XDG_CACHE_HOME={Cache}").OpenAsync();
        var there = await FarSide.StoreAsync(Folder, site);
        Assert.StartsWith(Folder["elsewhere/pingmark"], there, StringComparison.Ordinal);
        Assert.Equal("content", File.ReadAllText(Path.Combine(there, "file")));
        Assert.Equal([there], Directory.GetFileSystemEntries(Folder["elsewhere/pingmark"]));
    }

    [SkippableFact]
    [Fault(
        "programs can't be run from the cache folder on another machine (noexec)",
        "it is named, and nothing is built there",
        3,
        10
    )]
    public async Task Where_nothing_can_be_run_nothing_is_built()
    {
        await using var site = await new FarSide(Mounted("noexec", ""), $"XDG_CACHE_HOME={Cache}").OpenAsync();
        var worker = NativeWorker.In(Folder) with
        {
            Build =
            [
                ["touch", Folder["built"]],
            ],
        };
        var (folder, availability) = await NativeWorker.PlaceAsync(worker, site, BuildPlace.There);
        Assert.Null(folder);
        Assert.Equal("on far the file system of the cache folder runs no programs (noexec)", availability.Reason);
        Assert.Equal("on far: set XDG_CACHE_HOME to a folder of another file system", availability.Mend);
        Assert.False(File.Exists(Folder["built"]));
    }

    private async Task IsNamedAsync(string script, string told)
    {
        Skip.IfNot(Environment.IsPrivilegedProcess, "neither mounts nor other users can be had without root");
        var message = await new FarSide(script, $"XDG_CACHE_HOME={Cache}").RefusalAsync(Folder);
        Assert.StartsWith(told, message, StringComparison.Ordinal);
    }

    /// <summary>A file system of its own at the cache, for each script that is run there.</summary>
    private string Mounted(string options, string filled)
    {
        Skip.IfNot(Environment.IsPrivilegedProcess, "nothing can be mounted without root");
        Directory.CreateDirectory(Cache);
        return $"exec unshare --mount sh -c 'mount -t tmpfs -o {options} none \"$0\"; {filled}\n exec \"$@\"' {Cache} "
            + "\"$@\"";
    }
}
