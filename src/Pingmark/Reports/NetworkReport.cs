using System.Text.Json;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports.Document;
using Pingmark.Schema;

namespace Pingmark.Reports;

/// <summary>The document for <c>pingmark network</c>: what networks were asked for, and what they did.</summary>
public static class NetworkReport
{
    public static string Json(IReadOnlyList<NetworkCheck> checks) =>
        JsonSerializer.Serialize(checks, SummaryJson.Options) + "\n";

    public static ReportDocument Build(IReadOnlyList<NetworkCheck> checks) => new("", checks.Select(Section).ToList());

    private static Section Section(NetworkCheck check) =>
        new(
            "",
            $"{check.Text}, by {check.Network.Engine.Word()}",
            [check.Problem is { } problem ? new Paragraph(problem) : NetworkText.Table(check)]
        );
}
