using FsCheck;
using FsCheck.Fluent;
using Pingmark.Formatting;
using Pingmark.Properties;
using Xunit;

namespace Pingmark.Tests.Formatting;

public class NearestNameTests
{
    [Theory]
    [InlineData("rounds", "rounds", 0)]
    [InlineData("ronuds", "rounds", 1)]
    [InlineData("Rounds", "rounds", 0)]
    [InlineData("round", "rounds", 1)]
    [InlineData("rounts", "rounds", 1)]
    [InlineData("", "abc", 3)]
    public void Distance_counts_typing_errors(string a, string b, int distance) =>
        Assert.Equal(distance, NearestName.Distance(a, b));

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

    [Theory]
    [InlineData("conections", "; did you mean 'connections'?")]
    [InlineData("cpp/tcp-spni", "; did you mean 'cpp/tcp-spin'?")]
    [InlineData("tcp-spin", "; did you mean 'cpp/tcp-spin' or 'java/tcp-spin'?")]
    [InlineData("elephant", "")]
    [InlineData("x", "")]
    public void Suggests_only_what_is_near(string name, string suggestion) =>
        Assert.Equal(
            suggestion,
            NearestName.Suggestion(name, ["connections", "cpp/tcp-spin", "java/tcp-spin", "cpp/tcp-epoll"])
        );

    [Fact]
    public void A_name_beats_longer_ones_that_contain_it() =>
        Assert.Equal(["sec"], NearestName.Find("sec", ["nsec", "sec"]));
}
