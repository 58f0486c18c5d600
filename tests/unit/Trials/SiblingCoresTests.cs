using Pingmark.Trials;
using Xunit;

namespace Pingmark.Tests.Trials;

public class SiblingCoresTests
{
    private static string Pairs(int core) => core % 2 == 0 ? $"{core}-{core + 1}" : $"{core - 1},{core}";

    [Fact]
    public void Sides_on_hyper_threads_of_one_core_are_told_once() =>
        Assert.Equal(
            "cores of server (0) and client (1) are hyper-threads of one core; choose others with pin",
            Assert.Single(SiblingCores.Of([new("0", "1"), new("0", "1")], Pairs)).Text
        );

    [Theory]
    [InlineData("0", "2")]
    [InlineData("0,1", "2,3")]
    [InlineData("0", "0,1")]
    public void Other_cores_and_shared_ones_are_not(string server, string client) =>
        Assert.Empty(SiblingCores.Of([new(server, client)], Pairs));

    [Fact]
    public void A_core_that_this_machine_does_not_have_is_alone() =>
        Assert.Equal("5000", SiblingCores.OfThisMachine(5000));
}
