using Pingmark.Reports.Document;

namespace Pingmark.Reports.Sections;

/// <summary>The section with impaired networks as they were measured before any cell used them.</summary>
internal static class NetworksSection
{
    private const string Title = "Networks",
        HowToRead =
            "Each network was measured by probes of its own before any cell used it, each way (up: from clients to "
            + "servers). Cells of a network that was not within its bounds are withheld.";

    public static Section Build(RunSource run) =>
        new(
            "networks",
            Title,
            [
                new Paragraph(run.Summary.Networks.Count > 0 ? HowToRead : "") { IsSmall = true },
                NetworkText.Table(Title, run.Summary.Networks),
            ]
        );
}
