namespace Pingmark.Hostile.Tests.Faults;

public sealed class EndlessSuiteTests : FolderUser
{
    [Fact]
    [Fault("a suite that has no end, such as `/dev/zero`", "refused after its first MiB", 2, 5)]
    public async Task A_suite_is_read_no_further_than_it_may_be_long() =>
        (await CommandAsync("run", "/dev/zero"))
            .Exits(2)
            .Complains("/dev/zero:1:1: is longer than 1 MiB, which no suite is")
            .Within(5);
}
