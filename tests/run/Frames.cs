using System.Globalization;
using Pingmark.TestRun.Setup;

namespace Pingmark.TestRun;

/// <summary>By hand: 10,000,000 changed frames and hellos for the servers of each language, those of C++ with
/// sanitizers; besides, 200,000 control lines and as many answers to clients. Fewer, or more, with
/// PINGMARK_HOSTILE_CASES.</summary>
internal static class Frames
{
    /// <summary>Tests that say to workers what they should not.</summary>
    public const string All = "Fuzzes=workers";

    private const string CasesVariable = "PINGMARK_HOSTILE_CASES";

    /// <summary>Five frames a case for each language.</summary>
    private const int Cases = 2_000_000;

    private static readonly Dictionary<string, string> Environment = new()
    {
        [CasesVariable] = System.Environment.GetEnvironmentVariable(CasesVariable) is { Length: > 0 } asked
            ? asked
            : Cases.ToString(CultureInfo.InvariantCulture),
    };

    public static IReadOnlyList<Stage> Plan =>
        [
            Plans.Build(),
            new(
                3,
                CppSanitizers.Fuzzed("frames to C++ with sanitizers", Of("cpp"), Environment),
                To("java"),
                To("dotnet")
            ),
        ];

    private static Layer To(string language) =>
        DotnetTests.Layer($"frames to {language}", "hostile", Of(language), environment: Environment) with
        {
            Uses = Needs.OfWorkers(),
        };

    private static string Of(string language) => $"{All}&DisplayName~\"{language}/";
}
