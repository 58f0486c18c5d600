using Pingmark.Host;
using Xunit;

namespace Pingmark.Tests.Host;

public sealed class TuningVariablesTests
{
    [Fact]
    public void What_changes_how_a_worker_runs_is_named_in_alphabetical_order_and_what_tells_where_things_are_is_not()
    {
        string[] names =
        [
            "LD_PRELOAD",
            "DOTNET_gcServer",
            "DOTNET_TieredPGO",
            "DOTNET_SYSTEM_NET_SOCKETS_THREAD_COUNT",
            "COMPlus_TieredCompilation",
            "JAVA_TOOL_OPTIONS",
            "_JAVA_OPTIONS",
            "GLIBC_TUNABLES",
            "MALLOC_ARENA_MAX",
        ];
        string[] harmless =
        [
            "DOTNET_ROOT",
            "DOTNET_ROOT_X64",
            "DOTNET_CLI_TELEMETRY_OPTOUT",
            "DOTNET_NOLOGO",
            "DOTNET_RUNNING_IN_CONTAINER",
            "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT",
            "JAVA_HOME",
            "PATH",
            "dotnet_TieredPGO",
        ];
        Assert.Equal(
            names.Order(StringComparer.Ordinal),
            TuningVariables.Among(names.Concat(harmless).ToDictionary(name => name, _ => "1"))
        );
        Assert.Empty(TuningVariables.Among(new Dictionary<string, string> { ["JAVA_TOOL_OPTIONS"] = "" }));
    }
}
