using Pingmark.Checks;
using Pingmark.Host;
using Xunit;

namespace Pingmark.Tests.Checks;

public class SiblingThreadsTests
{
    private static readonly SiblingThreads Check = new();

    private static RunConditions On(params (string Server, string Client)[] cpus) =>
        Conditions.Good with
        {
            Cpus = cpus,
            Siblings = core => core % 2 == 0 ? $"{core}-{core + 1}" : $"{core - 1},{core}",
        };

    [Fact]
    public void Sides_on_hyper_threads_of_one_core_are_told_once_and_other_cores_and_shared_ones_are_not()
    {
        Assert.Equal(
            "cores of server (0) and client (1) are hyper-threads of one core; choose others with pin",
            Assert.Single(Check.Judge(On(("0", "1"), ("0", "1")))).Sentence.Text
        );
        Assert.Empty(Check.Judge(On(("0", "2"))));
        Assert.Empty(Check.Judge(On(("0,1", "2,3"))));
        Assert.Empty(Check.Judge(On(("0", "0,1"))));
    }

    [Fact]
    public void A_core_that_this_machine_does_not_have_is_alone() => Assert.Equal("5000", Machine.Siblings(5000));
}
