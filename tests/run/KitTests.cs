using Pingmark.TestRun.Setup;

namespace Pingmark.TestRun;

/// <summary>The unit tests of the kits in Java and C++.</summary>
internal static class KitTests
{
    private const string CppFolder = "workers/cpp/kit/tests",
        JavaFolder = "workers/java/kit/src/test";

    public static Layer? Java =>
        Directory.Exists(Tree.In(JavaFolder))
            ? new("units of the Java kit", JavaAsync) { Needs = Needs.JavaKit, Uses = Needs.JavaKitPlugins }
            : null;

    public static Layer? Cpp =>
        Directory.Exists(Tree.In(CppFolder)) ? new("units of the C++ kit", CppAsync) { Needs = Needs.CppKit } : null;

    private static string Build => Tree.In(CppFolder, "build");

    private static async Task<bool> CppAsync(LayerFiles files) =>
        await Cmake.BuildAsync(files.Log, Tree.In(CppFolder), Build, sanitizer: "", ["all"])
        && await CtestAsync(files, Build);

    /// <param name="tests">The folder of the build that knows the tests.</param>
    public static async Task<bool> CtestAsync(LayerFiles files, string tests) =>
        await Tool.RunAsync(
            files.Log,
            ["ctest", "--test-dir", tests, "--output-on-failure", "--output-junit", Path.Combine(files.Folder, "c.xml")]
        ) == 0;

    private static async Task<bool> JavaAsync(LayerFiles files)
    {
        var reports = Tree.In("workers", "java", "kit", "target", "surefire-reports");
        if (Directory.Exists(reports))
            Directory.Delete(reports, recursive: true);
        List<string> command = [Tree.In("workers", "java", "build"), "--test"];
        var succeeded = await Tool.RunAsync(files.Log, command, DotnetTests.CompilesLittle) == 0;
        if (Directory.Exists(reports))
            foreach (var report in Directory.EnumerateFiles(reports, "*.xml"))
                File.Copy(report, Path.Combine(files.Folder, Path.GetFileName(report)));
        return succeeded;
    }
}

internal static class Cmake
{
    /// <param name="sanitizer">What CMake knows as PINGMARK_SANITIZE.</param>
    /// <param name="compiler">Null: CMake's choice.</param>
    public static async Task<bool> BuildAsync(
        string log,
        string sources,
        string build,
        string sanitizer,
        IReadOnlyList<string> targets,
        string? compiler = null
    ) =>
        await Tool.RunAsync(
            log,
            [
                "cmake",
                "-S",
                sources,
                "-B",
                build,
                "-DCMAKE_BUILD_TYPE=Release",
                $"-DPINGMARK_SANITIZE={sanitizer}",
                .. compiler is null ? Array.Empty<string>() : [$"-DCMAKE_CXX_COMPILER={compiler}"],
            ]
        ) == 0
        && await Tool.RunAsync(log, ["cmake", "--build", build, "--target", .. targets, "-j2"]) == 0;
}
