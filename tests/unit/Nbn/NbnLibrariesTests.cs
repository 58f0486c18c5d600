using Pingmark.Nbn;
using Xunit;

namespace Pingmark.Tests.Nbn;

public class NbnLibrariesTests
{
    private static readonly string[] Stacks =
    [
        "cpp/enet",
        "dotnet/enet",
        "dotnet/enet-csharp",
        "dotnet/litenetlib",
        "dotnet/netcoreserver-udp",
        "dotnet/netcoreserver-tcp",
    ];

    [Fact]
    public void A_name_stands_for_its_stacks_the_best_first()
    {
        Assert.Equal(["dotnet/enet-csharp", "dotnet/enet"], NbnLibraries.Candidates("ENet", Stacks));
        Assert.Equal(["dotnet/enet"], NbnLibraries.Candidates("enet", ["dotnet/enet"]));
        Assert.Equal(["dotnet/litenetlib"], NbnLibraries.Candidates("LITENETLIB", Stacks));
        Assert.Equal(["dotnet/netcoreserver-udp"], NbnLibraries.Candidates("NetCoreServer", Stacks));
        Assert.Equal(["cpp/enet"], NbnLibraries.Candidates("cpp/enet", Stacks));
    }

    [Fact]
    public void A_library_without_any_stack_is_not_available()
    {
        var missing = Assert.Throws<PingmarkException>(() => NbnLibraries.Candidates("kcp2k", Stacks));
        Assert.Equal(ExitCode.NothingAvailable, missing.ExitCode);
        Assert.Contains("dotnet/kcp2k", missing.Message);
    }

    [Theory]
    [InlineData("dotnet/lightnetlib", "did you mean 'dotnet/litenetlib'?")]
    [InlineData("Quic", "there are ENet, Kcp2k, LiteNetLib, NetCoreServer")]
    public void An_unknown_name_is_refused_with_the_nearest(string library, string said) =>
        Assert.Contains(said, Assert.Throws<BadInputException>(() => NbnLibraries.Candidates(library, Stacks)).Message);

    [Fact]
    public void Several_are_repeated_or_have_commas_between_each_once()
    {
        Assert.Equal(["ENet", "Kcp2k"], NbnLibraries.Split(["ENet, enet,,Kcp2k"]));
        Assert.Equal(["ENet", "Kcp2k"], NbnLibraries.Split(["ENet", "Kcp2k"]));
        Assert.Throws<BadInputException>(() => NbnLibraries.Split([","]));
    }
}
