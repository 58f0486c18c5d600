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
    [Fact]
    public void Of_four_cores_each_side_gets() =>
        Assert.All<(string Server, string Client, string ServerCores, string ClientCores)>(
            [
                ("1", "rest", "0", "1,2,3"),
                ("2", "2", "0,1", "2,3"),
                ("3", "2", "0,1,2", "0,1"),
                ("all", "all", "0,1,2,3", "0,1,2,3"),
                ("all", "rest", "0,1,2,3", "0,1,2,3"),
                ("1", "all", "0", "0,1,2,3"),
                ("rest", "1", "1,2,3", "0"),
                ("rest", "cpus:2-3", "0,1", "2,3"),
                ("cpus:2-3", "rest", "2,3", "0,1"),
                ("cpus:1,3", "1", "1,3", "0"),
            ],
            row =>
            {
                var pinning = Pinning.Choose(new Pin(row.Server, row.Client), [0, 1, 2, 3]);
                Assert.Equal((row.ServerCores, row.ClientCores), (pinning.Server, pinning.Client));
            }
        );

    [Fact]
    public void Each_side_chooses_from_its_own_machine_s_cores_and_one_core_is_shared()
    {
        Assert.Equal(new Pinning("4", "6"), Pinning.Choose(new Pin(), [4, 6]));
        Assert.Equal(new Pinning("0", "0"), Pinning.Choose(new Pin(), [0]));
        Assert.Equal(new Pinning("0", "0,1,2,3"), Pinning.Choose(new Pin("1", "rest"), [0, 1], [0, 1, 2, 3]));
    }

    [Fact]
    public void More_than_there_is_is_an_error() =>
        Assert.All<(string Server, string Client, string Problem)>(
            [
                ("5", "rest", "pin: server asks for 5 cores, this machine offers 4"),
                ("1", "9", "pin: client asks for 9 cores, this machine offers 4"),
                ("1", "cpus:3-4", "pin: client asks for cores 3-4, this machine offers 0,1,2,3"),
            ],
            row =>
                Assert.Equal(
                    row.Problem,
                    Assert
                        .Throws<BadInputException>(() => Pinning.Choose(new Pin(row.Server, row.Client), [0, 1, 2, 3]))
                        .Message
                )
        );

    [Fact]
    public void Lists_are_read_as_taskset_reads_them()
    {
        Assert.Equal([0, 1, 2, 5, 7, 8], CoreList.Parse("0-2,5,7-8"));
        Assert.Empty(CoreList.Parse(""));
    }

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
