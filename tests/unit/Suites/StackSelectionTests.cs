using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Suites;

public class StackSelectionTests
{
    private const string Suite = """
        stacks:
          - cpp/tcp-epoll
          - {stack: java/tcp-nio, label: nio, runtime_options: {java: [-server]}}
        """;

    [Fact]
    public void Selects_in_the_order_asked_for() =>
        Assert.All<(string Stacks, string[] Labels)>(
            [
                (" cpp/tcp-spin , nio ", ["cpp/tcp-spin", "nio"]),
                ("java/tcp-nio", ["nio"]),
                ("*/tcp-spi?", ["cpp/tcp-spin", "java/tcp-spin"]),
                ("cpp/udp-spin,cpp/*", ["cpp/udp-spin", "cpp/tcp-epoll", "cpp/tcp-spin"]),
                ("x=java/tcp-nio,nio", ["x", "nio"]),
            ],
            row => Assert.Equal(row.Labels, Yaml.Parse(Suite, stacks: row.Stacks).Cells.Select(c => c.Label))
        );

    [Fact]
    public void A_stack_against_itself_differs_in_nothing_but_its_label()
    {
        var cells = Yaml.Parse(Suite, stacks: "a=java/tcp-nio,b=java/tcp-nio").Cells;
        Assert.Equal(["a c1 f1 32B", "b c1 f1 32B"], cells.Select(c => c.Id));
        Assert.Equal(cells[0].Scenario, cells[1].Scenario);
        Assert.All(cells, cell => Assert.Equal(("java/tcp-nio", "java/tcp-nio"), (cell.Stack, cell.Client)));
        Assert.All(cells, cell => Assert.Equal(["-server"], cell.RuntimeOptions["java"]));
    }

    [Theory]
    [InlineData("java/*")]
    [InlineData("java/tcp-nio")]
    [InlineData("nio")]
    public void The_suites_entry_keeps_its_options(string stacks) =>
        Assert.Equal(["-server"], Yaml.Parse(Suite, stacks: stacks).Cells[0].RuntimeOptions["java"]);

    [Fact]
    public void A_suite_without_stacks_can_be_given_some() =>
        Assert.Equal(["java/tcp-nio c1 f1 32B"], Yaml.Parse("rounds: 3", stacks: "java/tcp-nio").Ids());

    [Fact]
    public void Figures_about_stacks_that_are_not_selected_do_no_harm() =>
        Assert.Single(
            Yaml.Parse(
                Suite + "\npublished: {source: s, figures: [{stack: nio, metric: m, value: 1}]}",
                stacks: "cpp/tcp-spin"
            ).Published!.Figures
        );

    [Fact]
    public void Errors_name_the_option() =>
        Assert.All<(string Stacks, string Problem)>(
            [
                ("tcp-spin", "unknown stack 'tcp-spin'; did you mean 'cpp/tcp-spin' or 'java/tcp-spin'?"),
                ("rust/*", "matches no stack"),
                ("a=cpp/*", "unknown stack 'cpp/*'"),
                ("nio,", "an entry is empty"),
                ("=cpp/tcp-spin", "a label must be 1 to 60 printable letters, not ''"),
            ],
            row => Assert.Equal([$"--stacks {row.Stacks}: {row.Problem}"], Yaml.Problems(Suite, stacks: row.Stacks))
        );

    [Fact]
    public void An_entry_that_is_listed_twice_needs_labels() =>
        Assert.Equal(
            [
                "--stacks cpp/tcp-spin: 'cpp/tcp-spin' is listed twice; tell the entries apart by labels: "
                    + "a=cpp/tcp-spin",
            ],
            Yaml.Problems(Suite, stacks: "cpp/tcp-spin,cpp/tcp-spin")
        );
}
