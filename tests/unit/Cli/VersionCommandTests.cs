using Pingmark.Cli;
using Xunit;

namespace Pingmark.Tests.Cli;

public sealed class VersionCommandTests
{
    [Theory]
    [InlineData("0.1.0+48124034ab48124034ab48124034ab48124034ab", "pingmark 0.1.0, commit 48124034ab48, protocol 1")]
    [InlineData("0.1.0", "pingmark 0.1.0, protocol 1")]
    [InlineData("0.1.0+local", "pingmark 0.1.0+local, protocol 1")]
    public void A_version_is_a_line_for_people(string informational, string line) =>
        Assert.Equal(line, VersionCommand.Text(informational));
}
