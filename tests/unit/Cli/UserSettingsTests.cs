using Pingmark.Cli;
using Xunit;

namespace Pingmark.Tests.Cli;

public sealed class UserSettingsTests
{
    [Theory]
    [InlineData("run quick", "run quick --budget 90s")]
    [InlineData("run quick --json", "run quick --json --budget 90s")]
    [InlineData("run quick --set connections=1", "run quick --set connections=1 --budget 90s")]
    [InlineData("run -- quick", "run --budget 90s -- quick")]
    [InlineData("capacity cpp/tcp-epoll --slo p99<1ms", "capacity cpp/tcp-epoll --slo p99<1ms --budget 90s")]
    public void A_budget_that_was_not_typed_is_the_users(string typed, string meant) =>
        Assert.Equal(meant, Completed(typed));

    [Theory]
    [InlineData("run quick --budget 5m")]
    [InlineData("run quick --budget=5m")]
    [InlineData("run --resume runs/quick-1")]
    [InlineData("run quick --budgt 5m")]
    [InlineData("list suites")]
    [InlineData("nbn -b Quick")]
    public void What_has_one_or_takes_none_stays(string typed) => Assert.Equal(typed, Completed(typed));

    private static string Completed(string typed) =>
        string.Join(' ', UserSettings.Complete(Commands.Root(), typed.Split(' '), "90s"));
}
