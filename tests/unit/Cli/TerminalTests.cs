using Pingmark.Cli;
using Xunit;

namespace Pingmark.Tests.Cli;

public sealed class TerminalTests
{
    [Theory]
    [InlineData(null, Terminal.Endless)]
    [InlineData("", Terminal.Endless)]
    [InlineData("0", Terminal.Endless)]
    [InlineData("-80", Terminal.Endless)]
    [InlineData("wide", Terminal.Endless)]
    [InlineData("99999999999", Terminal.Endless)]
    [InlineData("80", 80)]
    public void Lines_in_a_pipe_are_whole_unless_columns_are_named(string? named, int columns) =>
        Assert.Equal(columns, Terminal.ColumnsOfPipe(named));
}
