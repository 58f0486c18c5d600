using System.Globalization;
using System.Text;
using System.Xml;
using Pingmark.Reports;

namespace Pingmark.Website;

/// <summary>Makes the feed of the newest runs, RSS 2.0. Without the website's address its entries have no links, for a
/// feed knows no relative ones.</summary>
internal static class Feed
{
    private const int Most = 40;

    /// <summary>A channel must have an address, and this one leads nowhere.</summary>
    private const string NoAddress = "about:blank";

    private const string Atom = "http://www.w3.org/2005/Atom";

    public static IEnumerable<WebFile> Make(Content content)
    {
        var text = new StringBuilder("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
        var settings = new XmlWriterSettings
        {
            Indent = true,
            NewLineChars = "\n",
            OmitXmlDeclaration = true,
        };
        using (var feed = XmlWriter.Create(text, settings))
            Write(feed, content);
        return [new(Address.Feed, text.Append('\n').ToString())];
    }

    private static void Write(XmlWriter feed, Content content)
    {
        feed.WriteStartElement("rss");
        feed.WriteAttributeString("version", "2.0");
        feed.WriteAttributeString("xmlns", "atom", null, Atom);
        feed.WriteStartElement("channel");
        feed.WriteElementString("title", Plain(content.Title));
        feed.WriteElementString("link", content.Url?.AbsoluteUri ?? NoAddress);
        feed.WriteElementString("description", "Measured networking stacks, run by run.");
        feed.WriteElementString("language", "en");
        feed.WriteElementString("lastBuildDate", Time(content.Runs[0]));
        if (content.Url is { } url)
        {
            feed.WriteStartElement("atom", "link", Atom);
            feed.WriteAttributeString("href", new Uri(url, Address.Feed).AbsoluteUri);
            feed.WriteAttributeString("rel", "self");
            feed.WriteAttributeString("type", "application/rss+xml");
            feed.WriteEndElement();
        }
        foreach (var run in content.Runs.Take(Most))
            Write(feed, content, run);
        feed.WriteEndElement();
        feed.WriteEndElement();
    }

    private static void Write(XmlWriter feed, Content content, PublishedRun run)
    {
        feed.WriteStartElement("item");
        feed.WriteElementString("title", Plain($"{run.Suite} on {content.TitleOf(run.Machine)}"));
        if (content.Url is { } url)
            feed.WriteElementString("link", new Uri(url, Address.OfRun(run.Id)).AbsoluteUri);
        feed.WriteElementString(
            "description",
            // A feed's descriptions are markup.
            Escape.Html(
                string.Join(
                    ' ',
                    run.Cautions.Concat(run.Outcome)
                        .Select(line => Plain(line.Replace("`", "", StringComparison.Ordinal)))
                )
            )
        );
        feed.WriteStartElement("guid");
        feed.WriteAttributeString("isPermaLink", "false");
        feed.WriteString($"pingmark:{run.Id}");
        feed.WriteEndElement();
        feed.WriteElementString("pubDate", Time(run));
        feed.WriteEndElement();
    }

    private static string Time(PublishedRun run) =>
        run.Summary.StartedAt.UtcDateTime.ToString("R", CultureInfo.InvariantCulture);

    private static string Plain(string text) => TerminalSafeText.Plain(text);
}
