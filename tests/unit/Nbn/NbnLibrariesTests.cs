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

    [Theory]
    [InlineData("ENet", "dotnet/enet-csharp,dotnet/enet")]
    [InlineData("enet", "dotnet/enet-csharp,dotnet/enet")]
    [InlineData("LITENETLIB", "dotnet/litenetlib")]
    [InlineData("NetCoreServer", "dotnet/netcoreserver-udp")]
    [InlineData("cpp/enet", "cpp/enet")]
    [InlineData("dotnet/netcoreserver-tcp", "dotnet/netcoreserver-tcp")]
    public void A_name_stands_for_its_stacks_the_best_first(string library, string stacks) =>
        Assert.Equal(stacks.Split(','), NbnLibraries.Candidates(library, Stacks));

    [Fact]
    public void Stacks_that_this_tree_lacks_are_left_out() =>
        Assert.Equal(["dotnet/enet"], NbnLibraries.Candidates("ENet", ["dotnet/enet"]));

    [Fact]
    public void A_library_without_any_stack_is_not_available()
    {
        var missing = Assert.Throws<PingmarkException>(() => NbnLibraries.Candidates("kcp2k", Stacks));
        Assert.Equal(ExitCode.NothingAvailable, missing.ExitCode);
        Assert.Contains("dotnet/kcp2k", missing.Message);
    }

    [Theory]
    [InlineData("LiteNetLab", "did you mean 'LiteNetLib'?")]
    [InlineData("dotnet/lightnetlib", "did you mean 'dotnet/litenetlib'?")]
    [InlineData("Quic", "there are ENet, Kcp2k, LiteNetLib, NetCoreServer")]
    public void An_unknown_name_is_refused_with_the_nearest(string library, string said) =>
        Assert.Contains(said, Assert.Throws<BadInputException>(() => NbnLibraries.Candidates(library, Stacks)).Message);

    [Theory]
    [InlineData("ENet,LiteNetLib", "ENet|LiteNetLib")]
    [InlineData("ENet, enet,,Kcp2k", "ENet|Kcp2k")]
    public void Several_have_commas_between_each_once(string value, string names) =>
        Assert.Equal(names.Split('|'), NbnLibraries.Split([value]));

    [Fact]
    public void Or_are_repeated() => Assert.Equal(["ENet", "Kcp2k"], NbnLibraries.Split(["ENet", "Kcp2k"]));

    [Fact]
    public void None_is_an_error() => Assert.Throws<BadInputException>(() => NbnLibraries.Split([","]));
}
