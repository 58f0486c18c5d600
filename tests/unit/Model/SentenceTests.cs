using Pingmark.Formatting;
using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Model;

public sealed class SentenceTests
{
    private static Sentence Kept(double share, string by = "the hypervisor") =>
        new("{who} kept {share} of the CPU time", new Term("who", by), Share(share));

    private static Quantity Share(double share) => new("share", share, NumberText.Percent);

    private static string Merged(params Sentence[] alike)
    {
        Assert.Single(alike.Select(one => one.MergeKey).Distinct());
        return Sentence.Merge(alike).Text;
    }

    /// <summary>Names come from workers and suites, and may have braces.</summary>
    [Fact]
    public void Values_stand_in_their_places()
    {
        Assert.Equal("the hypervisor kept 5 % of the CPU time", Kept(0.05).Text);
        Assert.Equal("{share} kept 5 % of the CPU time", Kept(0.05, "{share}").Text);
        Assert.Throws<InvalidOperationException>(() => new Sentence("{nobody} knows").Text);
    }

    [Fact]
    public void Many_become_one_with_the_least_and_the_most()
    {
        Assert.Equal(
            "the hypervisor kept 27.3 to 70.3 % of the CPU time",
            Merged(Kept(0.474), Kept(0.273), Kept(0.703))
        );
        Assert.Equal("the hypervisor kept 5 % of the CPU time", Merged(Kept(0.05), Kept(0.05)));
        Assert.Equal("1 to 12 lost", Merged(Lost(12), Lost(1)));
    }

    [Fact]
    public void Units_are_told_of_both_where_they_differ()
    {
        static Sentence Took(double ns) => new("took {time}", new Quantity("time", ns, NumberText.Duration));
        Assert.Equal("took 4 µs to 2 ms", Merged(Took(4_000), Took(2_000_000)));
        Assert.Equal("took 4 to 7 ms", Merged(Took(7_000_000), Took(4_000_000)));
    }

    private static Sentence Lost(long count) => new("{lost} lost", Quantity.Count("lost", count));

    [Fact]
    public void Other_names_and_other_words_stay_apart()
    {
        Assert.NotEqual(Kept(0.05).MergeKey, Kept(0.05, "somebody").MergeKey);
        Assert.NotEqual(Sentence.Verbatim("2 of 5 failed").MergeKey, Sentence.Verbatim("3 of 5 failed").MergeKey);
    }

    [Fact]
    public void Words_in_front_bring_their_own_values() =>
        Assert.Equal("in 2 of 5: 3 lost", Lost(3).WithPrefix("in {found} of 5: ", Quantity.Count("found", 2)).Text);
}
