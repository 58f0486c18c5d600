using System.Globalization;
using System.Xml.Linq;
using Pingmark.Website;
using Xunit;

namespace Pingmark.Tests.Website;

/// <summary>The feed is RSS 2.0: a channel with title, link and description, and items with an id that stays.</summary>
public sealed class FeedTests
{
    [Fact]
    public void Every_run_is_an_item_with_an_id_and_a_date()
    {
        var channel = Channel(Sites.Of(Sites.Run(), Sites.Run(1)));
        Assert.All(
            ["title", "link", "description", "lastBuildDate"],
            name => Assert.NotEmpty(channel.Element(name)!.Value)
        );
        var items = channel.Elements("item").ToList();
        Assert.Equal([$"pingmark:{Sites.Run(1).Id}", $"pingmark:{Sites.Run().Id}"], items.Select(Guid));
        Assert.All(items, item => Assert.Equal("false", item.Element("guid")!.Attribute("isPermaLink")!.Value));
        Assert.Equal(
            Sites.Run(1).Summary.StartedAt,
            DateTimeOffset.ParseExact(items[0].Element("pubDate")!.Value, "R", CultureInfo.InvariantCulture)
        );
        Assert.DoesNotContain(items, item => item.Element("link") is not null);
    }

    [Fact]
    public void With_the_address_of_the_website_it_has_links()
    {
        var content = new Content([Sites.Run()]) { Title = "Results", Url = new("https://example.org/results/") };
        var channel = Channel(content);
        Assert.Equal("https://example.org/results/", channel.Element("link")!.Value);
        Assert.Equal(
            $"https://example.org/results/runs/{Sites.Run().Id}.html",
            channel.Element("item")!.Element("link")!.Value
        );
        Assert.Equal(
            "https://example.org/results/feed.xml",
            channel.Element(XName.Get("link", "http://www.w3.org/2005/Atom"))!.Attribute("href")!.Value
        );
    }

    private static XElement Channel(Content content)
    {
        var rss = XDocument.Parse(Feed.Make(content).Single().Text).Root!;
        Assert.Equal("2.0", rss.Attribute("version")!.Value);
        return rss.Element("channel")!;
    }

    private static string Guid(XElement item) => item.Element("guid")!.Value;
}
