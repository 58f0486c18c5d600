using Pingmark.Reports;
using Xunit;

namespace Pingmark.Tests.Reports;

/// <summary>The words of docs/glossary.md, which is built into the program.</summary>
public sealed class GlossaryTests
{
    [Fact]
    public void Every_row_of_the_document_is_a_word() =>
        Assert.Equal(
            Pingmark.Reports.Html.HtmlResources.Read("glossary.md")!.Split('\n').Count(line => line.StartsWith('|'))
                - 2,
            Glossary.All.Count
        );

    [Fact]
    public void Words_are_in_alphabetical_order() =>
        Assert.Equal(
            Glossary.All.Select(entry => entry.Word).Order(StringComparer.OrdinalIgnoreCase),
            Glossary.All.Select(entry => entry.Word)
        );

    [Fact]
    public void A_word_has_one_meaning() =>
        Assert.All(
            Glossary.All.SelectMany(entry => entry.Also.Prepend(entry.Word)),
            word => Assert.Single(Glossary.All, entry => entry.IsCalled(word))
        );

    [Fact]
    public void A_word_is_explained_however_it_is_written() =>
        Assert.All<(string Word, string Beginning)>(
            [
                ("p99", "p99: 99 of 100 messages"),
                ("RTT p99", "p99: 99 of 100 messages"),
                ("In Flight", "in flight: messages that were sent"),
                ("machine-in-use", "machine-in-use: A noisy machine"),
            ],
            row => Assert.StartsWith(row.Beginning, Glossary.Explain(row.Word))
        );

    [Fact]
    public void Of_an_unknown_word_the_nearest_is_told() =>
        Assert.StartsWith(
            "'slise' is neither a word of reports nor a check; did you mean 'slice'?",
            Assert.Throws<BadInputException>(() => Glossary.Explain("slise")).Message
        );
}
