using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Suites;

/// <summary><c>runtime</c>: each stack of a runtime in several versions of it.</summary>
public sealed class RuntimeVersionTests
{
    private const string Two = """
        stacks: [cpp/tcp-epoll, dotnet/tcp-async, {stack: java/tcp-nio, label: nio}]
        runtime: {dotnet: [8, 10], java: 17}
        """;

    private static IEnumerable<string> Rows(Suite suite) => suite.Cells.Select(cell => $"{cell.Label}: {cell.Stack}");

    [Fact]
    public void A_stack_has_a_row_for_each_version_of_its_runtime()
    {
        var suite = Yaml.Parse(Two);
        Assert.Equal(
            [
                "cpp/tcp-epoll: cpp/tcp-epoll",
                "dotnet/tcp-async@8: dotnet/tcp-async@8",
                "dotnet/tcp-async@10: dotnet/tcp-async@10",
                "nio@17: java/tcp-nio@17",
            ],
            Rows(suite)
        );
        Assert.Equal("dotnet/tcp-async@8 c1 f1 32B", suite.Cells[1].Id);
        Assert.All(suite.Cells, cell => Assert.Equal(cell.Stack, cell.Client));
    }

    [Fact]
    public void A_stack_may_name_its_version_itself_as_the_command_line_may()
    {
        Assert.Equal(
            ["java/tcp-nio@21: java/tcp-nio@21", "java/tcp-spin@17: java/tcp-spin@17"],
            Rows(Yaml.Parse("stacks: [java/tcp-nio@21, java/tcp-spin]\nruntime: {java: 17}"))
        );
        string[] set = ["runtime.java=17,25", "runtime.dotnet=[8]"];
        Assert.Equal(
            ["java/tcp-spin@17: java/tcp-spin@17", "java/tcp-spin@25: java/tcp-spin@25", "nio@9: java/tcp-nio@9"],
            Rows(Yaml.Parse("stacks: cpp/tcp-epoll", set, "java/tcp-spin,nio@9=java/tcp-nio@9"))
        );
    }

    [Fact]
    public void Every_stack_is_a_client_of_what_it_speaks_in_each_version() =>
        Assert.Equal(
            ["java/tcp-nio@17", "java/tcp-nio@25", "java/tcp-nio@17", "java/tcp-nio@25"],
            Yaml.Parse("stacks: [java/tcp-nio, java/udp-spin]\nclient: every\nruntime: {java: [17, 25]}")
                .Cells.Where(cell => Transports.ForStack(cell.Stack) == "tcp")
                .Select(cell => cell.Client)
        );

    [Fact]
    public void An_option_of_an_entry_is_asked_of_each_version() =>
        Assert.Equal(
            ["java/tcp-nio@17", "java/tcp-nio@25"],
            Assert
                .Single(
                    Yaml.Parse(
                        "stacks: [{stack: java/tcp-nio, options: {depth: 2}}, java/tcp-spin]\nruntime: {java: [17, 25]}"
                    ).AskedOptions
                )
                .Stacks
        );

    [Fact]
    public void What_is_wrong_is_told_with_its_place() =>
        Yaml.Tells(
            ("runtime: {jav: 17}", "x.yaml:2:11: unknown key 'jav' in runtime; did you mean 'java'?"),
            ("runtime: {java: '17,'}", "x.yaml:2:17: runtime.java must be versions such as 1 or 1.2, not '17,'")
        );

    [Theory]
    [InlineData("java/tcp-nio@", "must be a stack's id")]
    [InlineData("java/tcp-nio@a b", "must be a stack's id")]
    [InlineData("java/tcp-nyo@17", "did you mean 'java/tcp-nio'?")]
    public void What_is_no_version_of_a_stack_is_no_stack(string stack, string problem) =>
        Assert.Contains(problem, Assert.Single(Yaml.Problems($"stacks: ['{stack}']")), StringComparison.Ordinal);
}
