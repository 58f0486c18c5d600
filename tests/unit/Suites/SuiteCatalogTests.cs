using Pingmark.Suites;
using Xunit;

namespace Pingmark.Tests.Suites;

public sealed class SuiteCatalogTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("pingmark-suites-").FullName;
    private readonly SuiteCatalog catalog;

    public SuiteCatalogTests()
    {
        File.WriteAllText(Path.Combine(folder, "quick.yaml"), "about: A first look\nstacks: cpp/tcp-epoll");
        File.WriteAllText(Path.Combine(folder, "floor.yaml"), "stacks: [");
        File.WriteAllText(Path.Combine(folder, "README.md"), "no suite");
        catalog = new SuiteCatalog(folder);
    }

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public void Lists_suites_by_name_and_a_broken_one_with_its_error()
    {
        var list = catalog.List();
        Assert.Equal(["floor", "quick"], list.Select(s => s.Name));
        Assert.Contains("floor.yaml:2:1: not valid YAML", list[0].About);
        Assert.Equal("A first look", list[1].About);
    }

    [Fact]
    public void Finds_names_and_paths_and_tells_what_is_not_there()
    {
        var path = Path.Combine(folder, "quick.yaml");
        Assert.Equal(path, catalog.Find("quick"));
        Assert.Equal(path, catalog.Find(path));
        Assert.Equal(
            "unknown suite 'quik'; did you mean 'quick'?\n`pingmark list suites` lists all",
            Problem(() => catalog.Find("quik"))
        );
        Assert.Equal("./gone.yaml: no such file", Problem(() => catalog.Find("./gone.yaml")));
        Assert.Equal("gone.yaml: no such file", Problem(() => SuiteFile.Load("gone.yaml")));
        Assert.StartsWith(
            "unknown suite 'quick': there are none in ",
            Problem(() => new SuiteCatalog(folder + "/gone").Find("quick"))
        );
    }

    private static string Problem(Func<object> find) => Assert.Throws<BadInputException>(find).Message;
}
