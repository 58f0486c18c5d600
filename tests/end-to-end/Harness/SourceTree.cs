using System.Text.Json;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>A tree of its own for PINGMARK_ROOT: a suite <c>tiny</c>, and workers that are real (by symlink) or shell
/// scripts that misbehave.</summary>
internal sealed class SourceTree
{
    private readonly TemporaryFolder _folder;

    public SourceTree(TemporaryFolder folder)
    {
        _folder = folder;
        Directory.CreateDirectory(folder["tree/workers"]);
        folder.Write("tree/suites/tiny.yaml", "stacks: [fake/tcp]\nduration: 50ms\nwarmup: 10ms\nrounds: 1\n");
    }

    public string Root => _folder["tree"];

    /// <summary>All workers of a language, as they are built in the repository.</summary>
    public SourceTree WithReal(string language)
    {
        File.CreateSymbolicLink(_folder[$"tree/workers/{language}"], Path.Combine(Repository.Workers, language));
        return this;
    }

    /// <summary>Worker <c>fake/sockets</c> with stack <c>fake/tcp</c>, played by a shell script that gets the requests
    /// on its stdin.</summary>
    public SourceTree WithScript(string script) => WithManifest(new { start = new[] { "sh", "{output}" } }, script);

    /// <summary>The same with other parts of the manifest.</summary>
    public SourceTree WithManifest(object changes, string? script = "")
    {
        var manifest = new Dictionary<string, object?>
        {
            ["name"] = "fake/sockets",
            ["runtime"] = "fake",
            ["stacks"] = new[] { "fake/tcp" },
            ["output"] = "worker.sh",
            ["start"] = new[] { "sh", "{output}" },
        };
        foreach (var property in changes.GetType().GetProperties())
            manifest[property.Name] = property.GetValue(changes);
        if (script is not null)
            _folder.Write("tree/workers/fake/sockets/worker.sh", script);
        return WithManifestText(JsonSerializer.Serialize(manifest));
    }

    public SourceTree WithManifestText(string json)
    {
        _folder.Write("tree/workers/fake/sockets/worker.json", json);
        // The script is the build's output: it must not be older than its inputs.
        var script = _folder["tree/workers/fake/sockets/worker.sh"];
        if (File.Exists(script))
            File.SetLastWriteTimeUtc(script, DateTime.UtcNow.AddSeconds(1));
        return this;
    }
}
