using Xunit;

namespace Pingmark.Tests.Suites;

public sealed class ExplainTests
{
    [Fact]
    public void What_is_dear_to_see_is_watched_where_it_is_asked_for()
    {
        Assert.True(Yaml.With("explain: true").Settings.Explain);
        Assert.False(Yaml.With("").Settings.Explain);
    }
}
