using Pingmark.Reports.Document;
using Pingmark.Reports.Renderers;
using Xunit;

namespace Pingmark.Tests.Reports;

/// <summary>What a document says is in every medium that it is for, and what is empty is in none.</summary>
public sealed class RenderersTests
{
    private static readonly ReportDocument Report = new(
        "Title",
        [
            new(
                "part",
                "Part",
                [
                    new Paragraph("For all."),
                    new Paragraph("For pages.") { Media = Media.Page },
                    new Bullets(["one", "two"]),
                    new Details("Folded", [new Findings([new("warning", "a/b", "it was slow")])]),
                    new Details("Nothing", [new Bullets([])]),
                    Table.FromItems(
                        "Figures",
                        [("a/b", 1.5)],
                        (Column.Stack, row => row.Item1),
                        (Column.Figure("Rate"), Rate)
                    ),
                ]
            ),
            new("empty", "Empty", [new Paragraph(""), new Paragraph("x") { Media = Media.Page }])
            {
                TitledIn = Media.Text,
            },
        ]
    )
    {
        Facts = ["Here", "today"],
    };

    private static TableCell Rate((string, double Value) row) => new($"{row.Value:0.0} k/s") { Interval = "± 3 %" };

    [Fact]
    public void Markdown() =>
        Assert.Equal(
            """
            # Title

            Here. today.

            ## Part

            For all.

            - one
            - two

            ### Folded

            - warning: a/b: it was slow

            | Stack | Rate |
            | --- | ---: |
            | a/b | 1.5 k/s ± 3 % |

            """,
            MarkdownRenderer.Render(Report)
        );

    [Fact]
    public void Terminal_of_40_columns() =>
        Assert.Equal(
            """
            Title
            Here
            today

            Part
            For all.
            one
            two

            Folded
            warning  a/b: it was slow

             Stack     Rate
            ─────────────────
             a/b    1.5 k/s


            """,
            Terminal.Render(Report, 40)
        );

    [Fact]
    public void Page() =>
        Assert.Equal(
            ["For all.", "For pages.", "x"],
            System
                .Text.RegularExpressions.Regex.Matches(HtmlRenderer.Body(Report), "<p>(.*?)</p>")
                .Select(p => p.Groups[1].Value)
        );

    [Fact]
    public void What_a_medium_can_not_show_is_an_error_of_whoever_sends_it_there()
    {
        var report = new ReportDocument("", [new(new Code("ls"))]);
        Assert.Contains("<code>ls</code>", HtmlRenderer.Body(report));
        Assert.Contains(
            "Code has no form in Markdown",
            Assert.Throws<InvalidOperationException>(() => MarkdownRenderer.Render(report)).Message
        );
        Assert.Throws<InvalidOperationException>(() => Terminal.Render(report, 80));
    }
}
