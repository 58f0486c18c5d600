using System.Text.RegularExpressions;
using Pingmark.Model;
using Pingmark.Tests.Reports;
using Pingmark.Website;

namespace Pingmark.Tests.Website;

/// <summary>Websites of made-up runs.</summary>
internal static partial class Sites
{
    /// <param name="day">When it was measured, in days after another one.</param>
    /// <param name="changed">What is otherwise than in <see cref="MockSummary"/>.</param>
    public static PublishedRun Run(int day = 0, Func<Summary, Summary>? changed = null)
    {
        var usual = MockSummary.Build();
        var summary = (changed ?? (same => same))(usual with { StartedAt = usual.StartedAt.AddDays(day) });
        return new(summary, MockRun.Of(summary));
    }

    public static Content Of(params IReadOnlyList<PublishedRun> runs) =>
        new([.. runs.OrderByDescending(run => run.Summary.StartedAt)]) { Title = "Results" };

    public static IReadOnlyList<WebFile> Files(Content content) =>
        [.. WebPages.All.SelectMany(page => page.Make(content))];

    public static Summary OnAnotherMachine(Summary summary) =>
        summary with
        {
            Machine = summary.Machine with { Cpu = "Another CPU", Cores = 8 },
        };

    /// <summary>What a page says, without scripts and style.</summary>
    public static string Body(WebFile page) => BodyAlone().Match(page.Text).Value + "\n";

    [GeneratedRegex("<body>.*?(?=<script)", RegexOptions.Singleline)]
    private static partial Regex BodyAlone();
}
