using Pingmark.Model;
using Pingmark.Tests.Evidence;
using Pingmark.Tests.Reports;
using Pingmark.Timers;
using Xunit;

namespace Pingmark.Tests.Timers;

/// <summary>The table of made-up clocks is, in every culture, the file in <c>golden/</c>.</summary>
public sealed class TimersReportTests
{
    private static readonly IReadOnlyList<RuntimeTimers> Runtimes =
    [
        new(
            "Runtime 1.0",
            [
                Clock("fine", stepNs: 26, callNs: 25.5),
                Clock("coarse", stepNs: 4_000_000, callNs: 6, isMonotonic: false),
                Clock("stands", stepNs: null, callNs: 6),
                Clock("goes \u001b[31mback", stepNs: 100, callNs: 600, wentBack: 3),
            ]
        ),
        new("java/tcp-spin", [], "there is no java; mend: apt-get install openjdk"),
    ];

    private static readonly TimerComparison Comparison = new() { Machine = Trial.Machine, Runtimes = Runtimes };

    [Fact]
    public void As_tables_and_as_json()
    {
        Golden.CheckInEveryCulture("timers.txt", () => Terminal.Render(TimersReport.Build(Comparison), width: 100));
        Golden.CheckInEveryCulture("timers.json", () => TimersReport.Json(Comparison));
    }

    private static TimerReading Clock(
        string name,
        long? stepNs,
        double callNs,
        bool isMonotonic = true,
        long wentBack = 0
    ) =>
        new()
        {
            Name = name,
            StepNs = stepNs,
            CallNs = callNs,
            IsMonotonic = isMonotonic,
            WentBack = wentBack,
        };
}
