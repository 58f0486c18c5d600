using Pingmark.Suites;

namespace Pingmark.Hostile.Tests.Faults;

public sealed class CoreListBombTests
{
    [Fact]
    [Fault(
        "a suite of 1 MB that lists cores 149,000 times",
        "refused with its place, before the list is expanded",
        2,
        5
    )]
    public void A_list_of_cores_is_refused_before_it_is_expanded()
    {
        var list = string.Join(',', Enumerable.Repeat("0-4095", 149_000));
        var before = GC.GetAllocatedBytesForCurrentThread();
        var error = Assert.Throws<BadInputException>(() =>
            SuiteFile.Parse($"stacks: cpp/tcp-epoll\npin: {{client: {{cpus: \"{list}\"}}}}", "x.yaml")
        );
        Assert.StartsWith("x.yaml:2:22: pin.client.cpus must be a list of cores", error.Message);
        Assert.InRange(error.Message.Length, 1, 2_500);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 50L << 20);
    }
}
