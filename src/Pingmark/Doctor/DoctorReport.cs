using System.Globalization;
using System.Text.Json;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Reports;
using Spectre.Console;

namespace Pingmark.Doctor;

/// <summary>Writes a diagnosis for people, and as JSON.</summary>
public static class DoctorReport
{
    private static readonly Style Bold = new(decoration: Decoration.Bold);

    public static string Json(Diagnosis diagnosis) => JsonSerializer.Serialize(diagnosis, ModelJson.Options) + "\n";

    public static void Write(IAnsiConsole console, Diagnosis diagnosis)
    {
        console.Write(Safe(ReportSentences.Machine(diagnosis.Machine)));
        console.WriteLine();
        console.WriteLine();
        // A grid, as for the remarks of a run: long texts are indented as a block.
        var grid = new Grid()
            .AddColumn(new GridColumn().NoWrap().PadLeft(0).PadRight(2))
            .AddColumn(new GridColumn().NoWrap().PadLeft(0).PadRight(2))
            .AddColumn(new GridColumn().PadLeft(0).PadRight(0));
        foreach (var finding in diagnosis.Findings)
        {
            var style = finding.Verdict == AuditVerdict.Ok ? null : Bold;
            grid.AddRow(Safe(finding.Verdict.Word(), style), Safe(finding.Id), Safe(finding.Text));
            if (finding.Mend.Length > 0)
                grid.AddRow(Safe(""), Safe(""), Safe($"mend: {finding.Mend}"));
        }
        console.Write(grid);
        console.WriteLine();
        if (diagnosis is { NoiseFile: { } file, Noise: { } noise })
        {
            console.Write(
                Safe(
                    string.Create(
                        CultureInfo.InvariantCulture,
                        $"The noise, measured on {noise.MeasuredAt.UtcDateTime:yyyy-MM-dd HH:mm} UTC, is kept in "
                            + $"{file}, for plans and A/A runs of the next {MachineNoise.MaxAge.TotalHours} hours, "
                            + $"or until a run measures it anew; verdicts don't use it."
                    )
                )
            );
            console.WriteLine();
        }
    }

    private static Text Safe(string text, Style? style = null) => new(Escape.Terminal(text), style);
}
