using Pingmark.Checks;
using Pingmark.Doctor;
using Pingmark.Tests.Evidence;
using Pingmark.Tests.Reports;
using Xunit;

namespace Pingmark.Tests.Doctor;

/// <summary>The reports of made-up machines are, in every culture, the files in <c>golden/</c>.</summary>
public sealed class DoctorReportTests
{
    [Fact]
    public void A_good_machine() =>
        Golden.CheckInEveryCulture("good.txt", () => Render(Of(MadeUp.Machine, "/home/me/.local/state/noise.json")));

    [Fact]
    public void A_bad_one()
    {
        Golden.CheckInEveryCulture("bad.txt", () => Render(Of(MadeUp.Bad, null)));
        Golden.CheckInEveryCulture("bad.json", () => DoctorReport.Json(Of(MadeUp.Bad, null)));
    }

    private static Diagnosis Of(MachineFacts facts, string? noiseFile) =>
        new()
        {
            Machine = Trial.Machine,
            Findings = MachineFinding.Judge(facts),
            Noise = facts.Noise!.Noise,
            NoiseFile = noiseFile,
        };

    private static string Render(Diagnosis diagnosis) =>
        Terminal.Render(console => DoctorReport.Write(console, diagnosis), width: 80);
}
