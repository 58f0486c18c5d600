namespace Pingmark.Hostile.Tests.Faults;

public sealed class LongValueTests : FolderUser
{
    [Fact]
    [Fault(
        "a value of 100,000 letters where a number belongs",
        "the error quotes some of it, and says how much more",
        2,
        5
    )]
    public async Task A_long_value_is_cut_in_errors()
    {
        var result = await CommandAsync("run", "floor", "--set", $"connections={new string('1', 100_000)}");
        result.Exits(2).Complains("letters more");
        Assert.InRange(result.Errors.Length, 1, 5_000);
    }

    [Fact]
    [Fault("a suite with thousands of mistakes", "the first 50 are listed, and the number of the others", 2, 5)]
    public async Task So_many_mistakes_are_not_all_listed()
    {
        Folder.Write("suite.yaml", string.Concat(Enumerable.Range(0, 5_000).Select(i => $"unknown{i}: 1\n")));
        var result = await CommandAsync("run", "suite.yaml");
        result.Exits(2).Complains("suite.yaml:1:1: unknown key 'unknown0'", "… and 4951 more");
        Assert.Equal(51, result.Errors.TrimEnd().Split('\n').Length);
    }
}
