using Pingmark.Suites;

namespace Pingmark.Hostile.Tests.Faults;

/// <summary>Suites that would take all memory, or a screen of errors.</summary>
public sealed class HugeSuiteTests : FolderUser
{
    [Fact]
    public void Anchors_that_stand_for_billions_of_values_are_refused()
    {
        var levels = Enumerable
            .Range(1, 9)
            .Select(level => $"x{level}: &l{level} [{string.Join(",", Enumerable.Repeat($"*l{level - 1}", 10))}]");
        var error = Refused($"x0: &l0 1\n{string.Join('\n', levels)}\nconnections: *l9\nstacks: *l9");
        Assert.Contains("more values, anchors written out, than any suite has", error);
    }

    [Fact]
    public void A_list_of_cores_is_refused_before_it_is_expanded()
    {
        var list = string.Join(',', Enumerable.Repeat("0-4095", 149_000));
        var before = GC.GetAllocatedBytesForCurrentThread();
        var error = Refused($"stacks: cpp/tcp-epoll\npin: {{client: {{cpus: \"{list}\"}}}}");
        Assert.StartsWith("x.yaml:2:22: pin.client.cpus must be a list of cores", error);
        Assert.InRange(error.Length, 1, 2_500);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 50L << 20);
    }

    [Fact]
    public async Task A_suite_without_an_end_is_read_no_further_than_its_limit() =>
        (await CommandAsync("run", "/dev/zero"))
            .Exits(2)
            .Complains("/dev/zero:1:1: is longer than 1 MiB, which no suite is");

    [Fact]
    public async Task Errors_quote_a_part_of_a_long_value_and_list_the_first_of_many_mistakes()
    {
        var long100K = await CommandAsync("run", "floor", "--set", $"connections={new string('1', 100_000)}");
        long100K.Exits(2).Complains("letters more");
        Assert.InRange(long100K.Errors.Length, 1, 5_000);
        Folder.Write("suite.yaml", string.Concat(Enumerable.Range(0, 5_000).Select(i => $"unknown{i}: 1\n")));
        (await CommandAsync("run", "suite.yaml"))
            .Exits(2)
            .Complains("suite.yaml:1:1: unknown key 'unknown0'", "… and 4951 more");
    }

    private static string Refused(string suite) =>
        Assert.Throws<BadInputException>(() => SuiteFile.Parse(suite, "x.yaml")).Message;
}
