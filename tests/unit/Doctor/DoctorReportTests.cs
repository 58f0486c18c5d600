using Pingmark.Checks.Machines;
using Pingmark.Doctor;
using Pingmark.Tests.Evidence;
using Pingmark.Tests.Reports;
using Xunit;

namespace Pingmark.Tests.Doctor;

/// <summary>The reports of made-up machines are, in every culture, the files in <c>golden/</c>.</summary>
public sealed class DoctorReportTests
{
    public static TheoryData<string> Cultures => Reports.Cultures.Names;

    [Theory, MemberData(nameof(Cultures))]
    public void A_good_machine(string culture) =>
        Golden.Check(
            "good.txt",
            Reports.Cultures.Under(culture, () => Render(Of(MadeUp.Machine, "/home/me/.local/state/noise.json")))
        );

    [Theory, MemberData(nameof(Cultures))]
    public void A_bad_one(string culture) =>
        Golden.Check("bad.txt", Reports.Cultures.Under(culture, () => Render(Of(MadeUp.Bad, null))));

    [Theory, MemberData(nameof(Cultures))]
    public void As_json(string culture) =>
        Golden.Check("bad.json", Reports.Cultures.Under(culture, () => DoctorReport.Json(Of(MadeUp.Bad, null))));

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
