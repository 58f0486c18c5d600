using FsCheck;
using FsCheck.Fluent;
using Pingmark.Formatting;
using Pingmark.Properties;
using Xunit;

namespace Pingmark.Tests.Formatting;

public class NearestNameTests
{
    [Fact]
    public void Distance_counts_typing_errors()
    {
        Assert.Equal(0, NearestName.Distance("Rounds", "rounds"));
        Assert.Equal(1, NearestName.Distance("ronuds", "rounds"));
        Assert.Equal(1, NearestName.Distance("round", "rounds"));
        Assert.Equal(1, NearestName.Distance("rounts", "rounds"));
        Assert.Equal(3, NearestName.Distance("", "abc"));
    }

    [Fact]
    public void Distance_is_the_same_both_ways_and_no_more_than_the_longer_name() =>
        Prop.ForAll(
                ArbMap.Default.ArbFor<NonNull<string>>(),
                ArbMap.Default.ArbFor<NonNull<string>>(),
                (a, b) =>
                    NearestName.Distance(a.Get, b.Get) is var distance
                    && distance == NearestName.Distance(b.Get, a.Get)
                    && distance <= Math.Max(a.Get.Length, b.Get.Length)
            )
            .Holds();

    [Fact]
    public void Suggests_only_what_is_near()
    {
        Assert.Equal("; did you mean 'connections'?", Suggestion("conections"));
        Assert.Equal("; did you mean 'cpp/tcp-spin'?", Suggestion("cpp/tcp-spni"));
        Assert.Equal("; did you mean 'cpp/tcp-spin' or 'java/tcp-spin'?", Suggestion("tcp-spin"));
        Assert.Equal("", Suggestion("elephant"));
        Assert.Equal("", Suggestion("x"));
        // A name beats longer ones that contain it.
        Assert.Equal(["sec"], NearestName.Find("sec", ["nsec", "sec"]));
    }

    private static string Suggestion(string name) =>
        NearestName.Suggestion(name, ["connections", "cpp/tcp-spin", "java/tcp-spin", "cpp/tcp-epoll"]);
}
