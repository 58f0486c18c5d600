using Pingmark.Tests.Results;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Workers;

public sealed class BuildTreeTests : IDisposable
{
    private const string Version = "0.1.0+0123456789abcdef";
    private static readonly DateTime Earlier = new(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc);

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    private string Root => _folder["root"];
    private string Cache => _folder["cache"];

    private void Write(string file) => File.SetLastWriteTimeUtc(_folder.Write($"root/{file}", file), Earlier);

    /// <summary>What an archive has.</summary>
    private void Install()
    {
        Write("program/pingmark");
        Write("workers/cpp/kit/kit.cpp");
        Write("workers/cpp/sockets/worker.json");
        Write("Directory.Build.props");
    }

    [Fact]
    public void A_checkout_that_can_be_written_is_built_in_place()
    {
        Write("workers/cpp/sockets/worker.json");
        Assert.Equal(Root, BuildTree.FindOrCreate(Root, Cache, Version));
        Assert.False(Directory.Exists(Cache));
    }

    [Fact]
    public void What_is_installed_is_built_in_a_copy_in_the_users_cache_without_what_builds_have_made()
    {
        Install();
        Write("workers/cpp/sockets/build/CMakeCache.txt");
        Write("workers/dotnet/kit/obj/project.assets.json");
        Write("workers/node/ws/node_modules/ws/index.js");
        Write("workers/cpp/.pingmark/build.lock");
        var copy = BuildTree.FindOrCreate(Root, Cache, Version);
        Assert.StartsWith(Path.Combine(Cache, "pingmark", "trees", "0.1.0-"), copy);
        Assert.Equal(
            ["Directory.Build.props", "workers/cpp/kit/kit.cpp", "workers/cpp/sockets/worker.json"],
            Files(copy)
        );
        Assert.Equal(Earlier, File.GetLastWriteTimeUtc(Path.Combine(copy, "workers/cpp/kit/kit.cpp")));
    }

    [Fact]
    public void What_was_built_for_a_release_comes_to_its_place_among_the_sources()
    {
        Install();
        Write("built/cpp/sockets/build/program");
        Assert.Contains("workers/cpp/sockets/build/program", Files(BuildTree.FindOrCreate(Root, Cache, Version)));
    }

    [Fact]
    public void A_copy_is_made_once_and_anew_when_a_file_or_the_version_has_changed()
    {
        Install();
        var copy = BuildTree.FindOrCreate(Root, Cache, Version);
        File.WriteAllText(Path.Combine(copy, "workers/built"), "");
        Assert.Equal(copy, BuildTree.FindOrCreate(Root, Cache, Version));
        Assert.True(File.Exists(Path.Combine(copy, "workers/built")));
        Assert.NotEqual(copy, BuildTree.FindOrCreate(Root, Cache, "0.1.0+another"));
        _folder.Write("root/workers/cpp/kit/kit.cpp", "another");
        Assert.NotEqual(copy, BuildTree.FindOrCreate(Root, Cache, Version));
        Assert.Equal(3, Directory.GetDirectories(Path.Combine(Cache, "pingmark", "trees")).Length);
    }

    [Fact]
    public void Without_a_cache_that_can_be_written_it_says_what_to_set()
    {
        Install();
        Assert.Contains("set XDG_CACHE_HOME", Refused(null));
        var file = _folder.Write("file", "");
        Assert.Contains(file, Refused(file));
        Assert.Contains("set XDG_CACHE_HOME", Refused(file));

        string Refused(string? cache) =>
            Assert.Throws<BadInputException>(() => BuildTree.FindOrCreate(Root, cache, Version)).Message;
    }

    private static List<string> Files(string folder) =>
        Directory
            .EnumerateFiles(folder, "*", SearchOption.AllDirectories)
            .Select(file => Path.GetRelativePath(folder, file))
            .Order(StringComparer.Ordinal)
            .ToList();
}
