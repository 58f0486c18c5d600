using Pingmark.TestRun.Lint;

namespace Pingmark.TestRun;

/// <summary>What is run when: what measures is alone, the rest shares the cores.</summary>
internal static class Plans
{
    public static IReadOnlyList<Stage> Everything =>
        [
            Build(),
            new(3, [.. Units(), LintLayer.Create(), Hostility(), BrowserTests.Layer]),
            new(
                3,
                Conformance(),
                DotnetTests.Layer(
                    "every stack",
                    "end-to-end",
                    DotnetTests.Stacks,
                    acceptsNoise: true,
                    figuresCount: false,
                    again: true
                ),
                DotnetTests.Layer(
                    "commands",
                    "end-to-end",
                    DotnetTests.Commands,
                    acceptsNoise: true,
                    figuresCount: false,
                    again: true
                ),
                DotnetTests.Layer(
                    "guide",
                    "end-to-end",
                    DotnetTests.Guide,
                    acceptsNoise: true,
                    figuresCount: false,
                    again: true
                )
            ),
            new(
                1,
                DotnetTests.Layer("sampling", "unit", DotnetTests.Alone, again: true),
                DotnetTests.Layer(
                    "suites",
                    "end-to-end",
                    DotnetTests.Suites,
                    acceptsNoise: true,
                    figuresCount: false,
                    again: true
                ),
                DotnetTests.Layer(
                    "measurements",
                    "end-to-end",
                    DotnetTests.Measurements,
                    acceptsNoise: true,
                    again: true
                )
            ),
        ];

    public static IReadOnlyList<Stage> Fast => [new(3, [.. Units(), LintLayer.Create()])];

    public static IReadOnlyList<Stage> Hostile => [Build(), new(1, Hostility())];

    public static IReadOnlyList<Stage> Browser => [new(1, BrowserTests.Layer)];

    public static IReadOnlyList<Stage> Lint => [new(1, LintLayer.Create())];

    public static IReadOnlyList<Stage> OfWorkers(IReadOnlyList<string> workers) =>
        [Build(workers), new(1, Conformance(string.Join('|', workers.Select(worker => $"DisplayName~\"{worker}\""))))];

    public static IReadOnlyList<Stage> Sanitizers =>
        [new(2, CppSanitizers.Units), new(1, CppFuzzers.Layer), new(1, CppSanitizers.Workers)];

    private static Stage Build(params IReadOnlyList<string> workers) =>
        new(
            1,
            new Layer(
                "build",
                async files => await Tool.RunAsync(files.Log, [Tree.In("pingmark"), "build", .. workers]) == 0
            )
        );

    private static IEnumerable<Layer?> Units() =>
        [
            // The longest first.
            KitTests.Cpp,
            DotnetTests.Layer("units of the controller", "unit", DotnetTests.NotAlone),
            DotnetTests.Exists("kit-dotnet") ? DotnetTests.Layer("units of the .NET kit", "kit-dotnet") : null,
            KitTests.Java,
            DotnetTests.Layer(
                "protocol",
                "conformance",
                "FullyQualifiedName~SchemaTests|FullyQualifiedName~TranscriptTests"
            ),
        ];

    private static Layer Hostility() => DotnetTests.Layer("hostile", "hostile");

    private static Layer Conformance(string? filter = null) =>
        DotnetTests.Layer(
            "conformance",
            "conformance",
            filter ?? "FullyQualifiedName~RealWorkerTests|FullyQualifiedName~WrongWorkerTests"
        );
}
