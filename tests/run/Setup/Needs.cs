using System.Text.Json;

namespace Pingmark.TestRun.Setup;

/// <summary>Which layer wants what of Debian; what workers want is in their manifests.</summary>
internal static class Needs
{
    private static readonly Need Cxx = new("g++", "g++"),
        CMake = new("cmake", "cmake", "make"),
        Json = new("/usr/include/nlohmann/json.hpp", "nlohmann-json3-dev"),
        GoogleTest = new("/usr/include/gtest/gtest.h", "libgtest-dev"),
        Jdk = new("javac", "openjdk-17-jdk-headless"),
        Networks = new("ip", "iproute2");

    /// <summary>Reports have charts, also those that commands and units write.</summary>
    private static readonly Need Npm = new("npm", "nodejs", "npm");

    public static readonly Need ClangFormat = new("clang-format", "clang-format"),
        ClangFormatOfJava = new("clang-format-19", "clang-format-19");

    public static readonly IReadOnlyList<Need> CppKit = [Cxx, CMake, Json, GoogleTest],
        CppFuzzers =

        [
            CMake,
            Json,
            new("clang++", "clang"),
            new("/usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer-*", "libclang-rt-dev"),
        ],
        JavaKit = [Jdk, new("mvn", "maven")],
        // Without these Maven asks its own registry.
        JavaKitPlugins =

        [
            .. OfWorkers("java/sockets"),
            new("/usr/share/maven-repo/org/junit/jupiter/junit-jupiter-api", "junit5"),
            new("/usr/share/maven-repo/org/apache/maven/plugins/maven-surefire-plugin", "libsurefire-java"),
        ],
        Browser = [Npm, new("chromium", "chromium")],
        Lint = [ClangFormat, ClangFormatOfJava],
        Units = [Npm, Jdk, new("/usr/share/java/hdrhistogram.jar", "libhdrhistogram-java")],
        Commands =

        [
            Npm,
            Networks,
            new("/usr/sbin/nft", "nftables"),
            new("zsh", "zsh"),
            new("fish", "fish"),
            new("/usr/lib/postgresql/*/bin/postgres", "postgresql"),
            new("ssh", "openssh-client"),
            new("/usr/sbin/sshd", "openssh-server"),
            new("/usr/sbin/munged", "munge"),
            new("/usr/sbin/slurmctld", "slurmctld"),
            new("/usr/sbin/slurmd", "slurmd"),
            new("srun", "slurm-client"),
        ];

    /// <param name="names">Those of folders below workers/, such as cpp/sockets; all when there are none.</param>
    public static IReadOnlyList<Need> OfWorkers(params IReadOnlyList<string> names) =>
        [
            .. (names.Count > 0 ? names.Select(name => Tree.In("workers", name, "worker.json")) : Manifests())
                .SelectMany(Read)
                .DistinctBy(need => need.Tool),
        ];

    private static IEnumerable<string> Manifests() =>
        Directory
            .EnumerateDirectories(Tree.In("workers"))
            .SelectMany(Directory.EnumerateDirectories)
            .Select(folder => Path.Combine(folder, "worker.json"))
            .Where(File.Exists);

    private static List<Need> Read(string manifest)
    {
        using var document = JsonDocument.Parse(File.ReadAllText(manifest));
        return
        [
            .. document
                .RootElement.GetProperty("requires")
                .EnumerateArray()
                .Select(one => new Need(
                    (one.TryGetProperty("command", out var tool) ? tool : one.GetProperty("file")).GetString()!,
                    [.. one.GetProperty("debian").EnumerateArray().Select(package => package.GetString()!)]
                ))
                .Where(need => need.Packages.Count > 0),
        ];
    }
}
