using System.CommandLine;
using Pingmark.Cli;
using Xunit;

namespace Pingmark.Tests.Cli;

public sealed class ManPageTests
{
    private static readonly IReadOnlyDictionary<string, string> Pages = ManPage
        .All(Commands.Root())
        .ToDictionary(page => page.Name, page => page.Text);

    [Fact]
    public void Every_command_that_help_lists_has_a_page()
    {
        var commands = Commands.Root().Subcommands.Where(command => !command.Hidden).Select(command => command.Name);
        Assert.Equal(commands.Select(name => $"pingmark-{name}").Prepend("pingmark"), Pages.Keys);
    }

    [Fact]
    public void A_page_has_options_and_examples()
    {
        Assert.Contains(".TP\n\\fB\\-\\-budget\\fR", Pages["pingmark-run"]);
        Assert.Contains(".SH EXAMPLES\n.nf\npingmark run quick\n", Pages["pingmark-run"]);
    }

    [Fact]
    public void Commands_within_a_command_are_on_its_page() =>
        Assert.Contains("pingmark history trend", Pages["pingmark-history"]);

    [Fact]
    public void The_page_of_the_program_names_variables() =>
        Assert.All(Variables.All, variable => Assert.Contains(variable.Name, Pages["pingmark"]));

    [Theory]
    [InlineData(@"a\b", @"a\eb")]
    [InlineData(".hidden", @"\&.hidden")]
    [InlineData("'quoted'", @"\&'quoted'")]
    [InlineData("--budget 5m", @"\-\-budget 5m")]
    public void Text_is_no_request(string text, string escaped) => Assert.Equal(escaped, ManPage.Escaped(text));
}
