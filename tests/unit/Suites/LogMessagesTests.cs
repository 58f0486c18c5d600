using Xunit;

namespace Pingmark.Tests.Suites;

public sealed class LogMessagesTests
{
    [Fact]
    public void Messages_are_logged_where_it_is_asked_for()
    {
        Assert.True(Yaml.With("log_messages: true").Settings.LogMessages);
        Assert.False(Yaml.With("").Settings.LogMessages);
    }

    [Theory]
    [InlineData("log_messages: true\ntest: churn")]
    [InlineData("log_messages: true\ntest: stream")]
    [InlineData("log_messages: true\ngenerators: 2")]
    public void What_has_no_log_is_told(string yaml) =>
        Assert.Contains("x.yaml:2:15: log_messages is of messages that one client gets back", Yaml.Problem(yaml));
}
