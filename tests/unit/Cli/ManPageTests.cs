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

    /// <summary>Commands within a command are on its page.</summary>
    [Fact]
    public void A_page_has_options_examples_and_commands_and_that_of_the_program_variables()
    {
        Assert.Contains(".TP\n\\fB\\-\\-budget\\fR", Pages["pingmark-run"]);
        Assert.Contains(".SH EXAMPLES\n.nf\npingmark run quick\n", Pages["pingmark-run"]);
        Assert.Contains("pingmark history trend", Pages["pingmark-history"]);
        Assert.All(Variables.All, variable => Assert.Contains(variable.Name, Pages["pingmark"]));
    }

    [Fact]
    public void Text_is_no_request()
    {
        Assert.Equal(@"a\eb", ManPage.Escaped(@"a\b"));
        Assert.Equal(@"\&.hidden", ManPage.Escaped(".hidden"));
        Assert.Equal(@"\&'quoted'", ManPage.Escaped("'quoted'"));
        Assert.Equal(@"\-\-budget 5m", ManPage.Escaped("--budget 5m"));
    }
}
