using Pingmark.Model;
using Pingmark.Reports;
using Pingmark.Reports.Document;
using Pingmark.Reports.Html;
using Pingmark.Reports.Renderers;

namespace Pingmark.Website;

/// <summary>Makes the page of each run: its report, without charts.</summary>
internal static class RunPage
{
    private const string Root = "../";

    public static IEnumerable<WebFile> Make(Content content) => content.Runs.Select(run => Of(content, run));

    private static WebFile Of(Content content, PublishedRun run)
    {
        var report = RunReport.Build(run.Source, Media.Page);
        var body = new HtmlText().Open("nav", ("aria-label", "Run"), ("class", "links"));
        body.Link($"{Root}{Address.OfSuite(run.Suite)}", $"All of {run.Suite}");
        body.Link($"{Root}{Address.Comparison}#a={run.Id}", "Compare its cells").Close("nav");
        body.Raw(HtmlRenderer.Body(report with { Sections = [.. report.Sections.Where(IsShown)] }));
        body.Open("nav", ("aria-label", "Stacks"), ("class", "links"));
        foreach (var stack in run.Summary.Cells.Select(cell => StackVersion.Plain(cell.Stack)).Distinct())
            body.Link(Root + Address.OfStack(stack), stack);
        return Frame.Around(
            content,
            Address.OfRun(run.Id),
            $"{run.Suite}, {RunTable.Date(run)}",
            body.Close("nav"),
            []
        );
    }

    private static bool IsShown(Section section) => !section.Blocks.Any(block => block is Charts or FirstChart);
}
