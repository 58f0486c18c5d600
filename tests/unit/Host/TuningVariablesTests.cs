using Pingmark.Host;
using Xunit;

namespace Pingmark.Tests.Host;

public sealed class TuningVariablesTests
{
    private static IReadOnlyList<string> Among(params string[] names) =>
        TuningVariables.Among(names.ToDictionary(name => name, _ => "1"));

    [Theory]
    [InlineData("DOTNET_TieredPGO")]
    [InlineData("DOTNET_gcServer")]
    [InlineData("DOTNET_SYSTEM_NET_SOCKETS_THREAD_COUNT")]
    [InlineData("COMPlus_TieredCompilation")]
    [InlineData("JAVA_TOOL_OPTIONS")]
    [InlineData("_JAVA_OPTIONS")]
    [InlineData("GLIBC_TUNABLES")]
    [InlineData("MALLOC_ARENA_MAX")]
    [InlineData("LD_PRELOAD")]
    public void What_changes_how_a_worker_runs_is_named(string name) => Assert.Equal([name], Among(name));

    [Theory]
    [InlineData("DOTNET_ROOT")]
    [InlineData("DOTNET_ROOT_X64")]
    [InlineData("DOTNET_CLI_TELEMETRY_OPTOUT")]
    [InlineData("DOTNET_NOLOGO")]
    [InlineData("DOTNET_RUNNING_IN_CONTAINER")]
    [InlineData("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT")]
    [InlineData("JAVA_HOME")]
    [InlineData("PATH")]
    [InlineData("dotnet_TieredPGO")]
    public void What_tells_where_things_are_is_not(string name) => Assert.Empty(Among(name));

    [Fact]
    public void Several_are_in_alphabetical_order() =>
        Assert.Equal(["DOTNET_TieredPGO", "LD_PRELOAD"], Among("LD_PRELOAD", "HOME", "DOTNET_TieredPGO"));

    [Fact]
    public void A_variable_that_is_empty_tunes_nothing() =>
        Assert.Empty(TuningVariables.Among(new Dictionary<string, string> { ["JAVA_TOOL_OPTIONS"] = "" }));
}
