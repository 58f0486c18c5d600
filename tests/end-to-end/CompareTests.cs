namespace Pingmark.EndToEndTests;

/// <summary>What is no run to compare.</summary>
public sealed class CompareTests : CommandLineUser
{
    [Fact]
    public async Task What_can_not_be_used_is_bad_input()
    {
        (await RunAsync("compare", "nowhere", "nothing")).Exits(2).Complains("nowhere holds no run");
        (await RunAsync("compare", "a", "b", "--fail-on-regression", "many")).Exits(2).Complains("a share such as 2%");
    }
}
