using Pingmark.TestRun.Lint;
using Pingmark.TestRun.Setup;

namespace Pingmark.TestRun;

/// <summary>What is run when: what measures is alone, the rest shares the cores, the longest first.</summary>
internal static class Plans
{
    public static IReadOnlyList<Stage> Everything =>
        [
            new(1, BuildAll()),
            new(
                3,
                [
                    Conformance(),
                    .. Units(),
                    LintLayer.Create(),
                    .. Hostility(),
                    DotnetTests.EndToEnd("every stack", DotnetTests.Stacks),
                    DotnetTests.EndToEnd("suites", DotnetTests.Suites),
                    DotnetTests.EndToEnd("commands", DotnetTests.Commands),
                    DotnetTests.EndToEnd("processes", DotnetTests.Processes),
                    BrowserTests.Layer,
                    DotnetTests.EndToEnd("guide", DotnetTests.Guide),
                    DotnetTests.EndToEnd("nbn", DotnetTests.Nbn),
                ]
            ),
            new(
                1,
                DotnetTests.Layer("sampling", "unit", DotnetTests.Alone, isMeasured: true) with
                {
                    Uses = Needs.Units,
                },
                DotnetTests.Layer(
                    "measurements",
                    "end-to-end",
                    DotnetTests.Alone,
                    isMeasured: true,
                    acceptsNoise: true
                ) with
                {
                    Uses = Needs.Commands,
                }
            ),
        ];

    /// <returns>Null where none is called so.</returns>
    public static IReadOnlyList<Stage>? Of(string name) =>
        name switch
        {
            "everything" => Everything,
            "fast" => Fast,
            "lint" => Lint,
            "browser" => Browser,
            "hostile" => AllHostile,
            "sanitizers" => Sanitizers,
            "frames" => Frames.Plan,
            _ => LayerOf(name),
        };

    /// <summary>One of those that everything has.</summary>
    private static IReadOnlyList<Stage>? LayerOf(string name) =>
        Everything
            .SelectMany(stage => stage.Layers)
            .OfType<Layer>()
            .FirstOrDefault(layer => layer.Name.Replace(' ', '-') == name)
            is { } layer
            ? [new(1, BuildAll()), new(1, layer)]
            : null;

    private static IReadOnlyList<Stage> Fast => [new(3, [.. Units(), LintLayer.Create()])];

    private static IReadOnlyList<Stage> AllHostile => [Build(), new(2, [.. Hostility()])];

    private static IReadOnlyList<Stage> Browser => [new(1, BrowserTests.Layer)];

    private static IReadOnlyList<Stage> Lint => [new(1, LintLayer.Create())];

    public static IReadOnlyList<Stage> OfWorkers(IReadOnlyList<string> workers) =>
        [Build(workers), new(1, Conformance(string.Join('|', workers.Select(OfWorker))))];

    private static IReadOnlyList<Stage> Sanitizers =>
        [
            new(2, [.. CppSanitizers.Units, CppFuzzers.Layer, CppSanitizers.Workers]),
            new(1, CppSanitizers.Fuzzed("C++ workers under strangers", Frames.All)),
        ];

    internal static Stage Build(params IReadOnlyList<string> workers) => new(1, BuildLayer([], workers));

    /// <summary>Also the servers whose answers are known, so that no measurement waits for a compiler.</summary>
    private static Layer BuildAll() => BuildLayer(new() { ["PINGMARK_WORKERS"] = Tree.In("tests", "known-answers") });

    private static Layer BuildLayer(Dictionary<string, string> environment, params IReadOnlyList<string> workers) =>
        new(
            "build",
            async files => await Tool.RunAsync(files.Log, [Tree.In("pingmark"), "build", .. workers], environment) == 0
        )
        {
            Uses = Needs.OfWorkers(workers),
        };

    /// <summary>What the layers of these stages need, at the begin.</summary>
    public static Stage SetUp(IEnumerable<Stage> stages) =>
        new(1, Packages.For(stages.SelectMany(stage => stage.Layers).OfType<Layer>()));

    /// <summary>What they left, at the end.</summary>
    public static Stage Left(TemporaryFiles files) => new(1, files.Layer);

    private static IEnumerable<Layer?> Units() =>
        [
            // The longest first.
            KitTests.Cpp,
            DotnetTests.Layer("units of the controller", "unit", DotnetTests.NotAlone) with
            {
                Uses = Needs.Units,
            },
            DotnetTests.Exists("kit-dotnet") ? DotnetTests.Layer("units of the .NET kit", "kit-dotnet") : null,
            KitTests.Java,
            DotnetTests.Layer(
                "protocol",
                "conformance",
                "FullyQualifiedName~SchemaTests|FullyQualifiedName~TranscriptTests"
            ),
        ];

    /// <summary>Two processes: each tries one test after the other, and most tests of peers wait, for losses.</summary>
    private static IEnumerable<Layer> Hostility() =>
        [Hostile("hostile", "Layer!=peers"), Hostile("hostile peers", "Layer=peers")];

    private static Layer Hostile(string name, string filter) =>
        DotnetTests.Layer(name, "hostile", filter) with
        {
            Uses = [.. Needs.Commands, .. Needs.OfWorkers()],
        };

    private static Layer Conformance(string? filter = null) =>
        DotnetTests.Layer(
            "conformance",
            "conformance",
            filter ?? "FullyQualifiedName~RealWorkerTests|FullyQualifiedName~WrongWorkerTests"
        );

    private static string OfWorker(string worker) => $"DisplayName~\"{worker}\"";
}
