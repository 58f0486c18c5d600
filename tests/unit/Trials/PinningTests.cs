using FsCheck;
using FsCheck.Fluent;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Properties;
using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

public class PinningTests
{
    [Theory]
    [InlineData("1", "rest", "0", "1,2,3")]
    [InlineData("2", "2", "0,1", "2,3")]
    [InlineData("3", "2", "0,1,2", "0,1")]
    [InlineData("all", "all", "0,1,2,3", "0,1,2,3")]
    [InlineData("all", "rest", "0,1,2,3", "0,1,2,3")]
    [InlineData("1", "all", "0", "0,1,2,3")]
    [InlineData("rest", "1", "1,2,3", "0")]
    [InlineData("rest", "cpus:2-3", "0,1", "2,3")]
    [InlineData("cpus:2-3", "rest", "2,3", "0,1")]
    [InlineData("cpus:1,3", "1", "1,3", "0")]
    public void Of_four_cores_each_side_gets(string server, string client, string serverCores, string clientCores)
    {
        var pinning = Pinning.Choose(new Pin(server, client), [0, 1, 2, 3]);
        Assert.Equal((serverCores, clientCores), (pinning.Server, pinning.Client));
    }

    [Fact]
    public void One_core_is_shared() => Assert.Equal(new Pinning("0", "0"), Pinning.Choose(new Pin(), [0]));

    [Fact]
    public void Cores_are_those_that_may_be_used() =>
        Assert.Equal(("4", "6"), (Pinning.Choose(new Pin(), [4, 6]).Server, Pinning.Choose(new Pin(), [4, 6]).Client));

    [Theory]
    [InlineData("5", "rest", "pin: server asks for 5 cores, this machine offers 4")]
    [InlineData("1", "9", "pin: client asks for 9 cores, this machine offers 4")]
    [InlineData("1", "cpus:3-4", "pin: client asks for cores 3-4, this machine offers 0,1,2,3")]
    public void More_than_there_is_is_an_error(string server, string client, string problem) =>
        Assert.Equal(
            problem,
            Assert.Throws<BadInputException>(() => Pinning.Choose(new Pin(server, client), [0, 1, 2, 3])).Message
        );

    [Fact]
    public void Lists_are_read_as_taskset_reads_them() => Assert.Equal([0, 1, 2, 5, 7, 8], CoreList.Parse("0-2,5,7-8"));

    [Fact]
    public void An_empty_list_means_unknown_cores() => Assert.Empty(CoreList.Parse(""));

    [Fact]
    public void This_process_may_use_some_core() => Assert.NotEmpty(Machine.AvailableCores());

    [Fact]
    public void Where_there_are_cores_enough_nobody_shares() =>
        Prop.ForAll(
                Gen.Choose(1, 8).ToArbitrary(),
                Gen.Choose(1, 8).ToArbitrary(),
                Gen.Choose(2, 16).ToArbitrary(),
                (server, client, cores) =>
                    server + client > cores
                    || !Share(Pinning.Choose(new Pin($"{server}", $"{client}"), Enumerable.Range(0, cores).ToList()))
            )
            .Holds();

    private static bool Share(Pinning pinning) =>
        CoreList.Parse(pinning.Server).Intersect(CoreList.Parse(pinning.Client)).Any();
}
