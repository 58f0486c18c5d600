namespace Pingmark.EndToEndTests;

/// <summary>docs/add-a-stack.md holds: who does what it says has a stack that is built, listed, conforms and is
/// measured, without an edit elsewhere.</summary>
[Trait("Layer", "guide")]
public sealed class AddAStackTests : CommandLineUser
{
    private const string Worker = "dotnet/example",
        Stack = "dotnet/example-udp-poll";

    private readonly Document _page = new("add-a-stack.md");

    [Fact]
    [Trait("Gate", "no")]
    public async Task Its_files_and_its_commands_make_a_stack_that_is_measured()
    {
        var tree = new CopiedTree(Folder);
        Root = tree.Root;
        Assert.All(_page.Files, file => Assert.StartsWith($"workers/{Worker}/", file.Path, StringComparison.Ordinal));
        foreach (var (path, text) in _page.Files)
            tree.Add(path, text);

        foreach (var command in _page.Commands)
        {
            // As it is there, but for the time: figures do not count here.
            string[] shorter = command[0] == "run" ? ["--set", "duration=200ms"] : [];
            var result = (await RunAsync([.. command, .. shorter])).Exits(0);
            switch (command[0])
            {
                case "build":
                    result.Prints($"{Worker}: built");
                    break;
                case "list":
                    result.Prints($"{Stack} available");
                    break;
                case "conform":
                    result.Prints($"pass {Stack} ").Complains(" passed, 0 failed");
                    break;
                case "run":
                    IsMeasured(command);
                    break;
            }
        }
        Assert.Equal(["build", "list", "conform", "run"], _page.Commands.Select(command => command[0]));
    }

    [Fact]
    public void What_it_quotes_is_in_the_sources()
    {
        Assert.NotEmpty(_page.Quotations);
        foreach (var (path, text) in _page.Quotations)
            Assert.Contains(
                Unindented(text),
                Unindented(File.ReadAllText(Path.Combine(Repository.Root, path))),
                StringComparison.Ordinal
            );
    }

    [Fact]
    public void The_folders_and_files_that_it_points_to_are_there()
    {
        Assert.NotEmpty(_page.Pointers);
        Assert.All(
            _page.Pointers,
            path => Assert.True(Path.Exists(Path.Combine(Repository.Root, path)), $"there is no {path}")
        );
    }

    private void IsMeasured(string[] command)
    {
        var cells = Summary(command[Array.IndexOf(command, "--out") + 1])
            .Cells()
            .Where(cell => cell.Text("stack") == Stack)
            .ToList();
        Assert.NotEmpty(cells);
        Assert.All(cells, SummaryChecks.IsHealthy);
    }

    private static string Unindented(string text) => string.Join('\n', text.Split('\n').Select(line => line.Trim()));
}
