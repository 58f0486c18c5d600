using Pingmark.Tests.Results;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Workers;

public sealed class WorkerManifestTests : IDisposable
{
    private const string Whole = """
        {
          // How it is built.
          "name": "cpp/x", "about": "An example", "runtime": "cpp", "stacks": ["cpp/a", "cpp/b"],
          "inputs": ["../kit", "."],
          "build": [["make", "-j2"]], "output": "build/x", "start": ["{output}", "-v"],
          "requires": [
            {"command": "g++", "debian": ["g++"]}, {"file": "/usr/include/x.h", "debian": [], "hint": "get it"}
          ],
          "runtime_options": {"style": "environment", "prefix": "X_", "allow": ["A=[01]"]}
        }
        """;

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    private WorkerManifest Load(string json) => WorkerManifest.Load(_folder.Write("worker.json", json));

    [Fact]
    public void All_fields_are_read()
    {
        var manifest = Load(Whole);
        Assert.Equal(("cpp/x", "An example", "cpp"), (manifest.Name, manifest.About, manifest.Runtime));
        Assert.Equal(["cpp/a", "cpp/b"], manifest.Stacks);
        Assert.Equal(["make", "-j2"], Assert.Single(manifest.Build));
        Assert.Equal(("g++", "get it"), (manifest.Requires[0].What, manifest.Requires[1].Mend));
        Assert.Equal("X_", manifest.RuntimeOptions!.Prefix);
        Assert.Equal((_folder.Path, _folder["build/x"]), (manifest.Folder, manifest.OutputPath));
    }

    [Fact]
    public void What_only_a_build_needs_is_not_lacking_where_the_worker_is_built()
    {
        var manifest = Load(
            """
            {
              "name": "l/x", "runtime": "l", "stacks": [], "inputs": ["worker.json"], "output": "o", "start": ["sh"],
              "requires": [{"command": "no-such-compiler", "debian": ["compiler"], "for_build": true}]
            }
            """
        );
        Assert.Equal("no-such-compiler", manifest.MissingRequirement!.What);
        Assert.Equal(["compiler"], DebianPackages.Missing([manifest]));
        _folder.Write("o", "");
        Assert.Null(manifest.MissingRequirement);
        Assert.Empty(DebianPackages.Missing([manifest]));
    }

    private const string Plain = """{"name": "l/x", "runtime": "l", "stacks": [], "output": "o", "start": []MORE}""";

    private WorkerManifest LoadInLanguage(string more)
    {
        _folder.Write(
            "l/runtime.json",
            """{"memory_mib": 7, "runtime_options": {"style": "argument", "allow": ["-A", "-B"]}}"""
        );
        return WorkerManifest.Load(_folder.Write("l/x/worker.json", Plain.Replace("MORE", more)));
    }

    [Fact]
    public void Runtime_options_are_those_of_the_language_unless_it_has_its_own_or_allows_more()
    {
        Assert.Null(Load(Plain.Replace("MORE", "")).RuntimeOptions);
        Assert.Equal(["-A", "-B"], LoadInLanguage("").RuntimeOptions!.Allow);
        Assert.Equal(
            ["-C"],
            LoadInLanguage(""", "runtime_options": {"style": "argument", "allow": ["-C"]}""").RuntimeOptions!.Allow
        );
        Assert.Equal(["-A", "-B", "-D"], LoadInLanguage(""", "more_runtime_options": ["-D"]""").RuntimeOptions!.Allow);
    }

    [Fact]
    public void The_memory_is_that_of_the_language_unless_a_worker_takes_more()
    {
        Assert.Equal(7 << 20, LoadInLanguage("").MemoryBytes);
        Assert.Equal(9 << 20, LoadInLanguage(""", "memory_mib": 9""").MemoryBytes);
        Assert.Equal(WorkerManifest.DefaultMemoryBytes, Load(Whole).MemoryBytes);
    }

    [Fact]
    public void What_is_wrong_with_the_language_is_an_error_that_names_its_file()
    {
        _folder.Write("l/runtime.json", """{"runtime_options": {"allow": []}}""");
        var path = _folder.Write("l/x/worker.json", Plain.Replace("MORE", ""));
        Assert.Contains("runtime.json:", Assert.Throws<BadInputException>(() => WorkerManifest.Load(path)).Message);
    }

    [Fact]
    public void What_is_no_manifest_is_an_error_that_names_the_file() =>
        Assert.All<(string Json, string Problem)>(
            [
                ("", "worker.json:1:1"),
                ("{", "worker.json:1:"),
                ("{\n  \"name\": \"x\",\n  \"stakcs\": []\n}", "stakcs"),
                ("""{"name": "x"}""", "stacks"),
                ("""{"name": "x", "runtime": "cpp", "stacks": null, "output": "o", "start": []}""", "stacks"),
                ("""{"name": 3}""", "worker.json:1:"),
                ("null", "is empty"),
            ],
            row =>
            {
                var error = Assert.Throws<BadInputException>(() => Load(row.Json));
                Assert.Contains("worker.json:", error.Message);
                Assert.Contains(row.Problem, error.Message);
            }
        );

    [Fact]
    public void A_requirement_is_met_by_a_command_on_path_or_a_file_and_mended_by_its_hint_or_packages()
    {
        Assert.True(new Requirement { Command = "sh" }.IsMet());
        Assert.False(new Requirement { Command = "no-such-command-here" }.IsMet());
        Assert.True(new Requirement { File = "/proc/stat" }.IsMet());
        Assert.False(new Requirement { File = "/nowhere" }.IsMet());
        Assert.Equal("apt-get install a b", new Requirement { Debian = ["a", "b"] }.Mend);
        Assert.Equal("do that", new Requirement { Debian = ["a"], Hint = "do that" }.Mend);
    }
}
