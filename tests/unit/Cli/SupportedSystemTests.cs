using Pingmark.Cli;
using Xunit;

namespace Pingmark.Tests.Cli;

public class SupportedSystemTests
{
    [Fact]
    public void On_another_system_nothing_is_begun_and_it_is_said_where_to_read_on() =>
        Assert.Equal(
            "it runs on Linux, and this is Darwin 24.1; docs/other-systems.md says what there is for others",
            SupportedSystem.Refusal(isLinux: false, "Darwin 24.1")
        );

    [Fact]
    public void On_Linux_it_begins() => Assert.Null(SupportedSystem.Refusal(isLinux: true, "Linux 6.1"));
}
