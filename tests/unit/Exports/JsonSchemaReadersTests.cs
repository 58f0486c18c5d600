using Pingmark.Bundles;
using Pingmark.Exports;
using Pingmark.Results;
using Pingmark.Schema;
using Pingmark.Tests.Bundles;
using Pingmark.Tests.Results;
using Xunit;

namespace Pingmark.Tests.Exports;

/// <summary>Another program's view of our schemas, and of our files by them.</summary>
[Trait("Gate", "no")]
public sealed class JsonSchemaReadersTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [NodeModuleFact("ajv")]
    public async Task Ajv_takes_our_schemas_strictly_and_our_files_by_them()
    {
        using var run = new BundledRun();
        var bundle = BundleArchive.Read(BundleArchive.Decompress(run.Bundle));
        using var folder = RunFolder.Open(run.Path);
        (string Schema, string Text)[] documents =
        [
            ("summary", SummaryJson.Serialize(SummedRun.Read(folder).Summary)),
            ("run", File.ReadAllText(run["run.json"])),
            .. BundledRun.Lines(File.ReadAllText(run["trials.jsonl"])).Select(line => ("trial", line)),
            ("bundle", System.Text.Encoding.UTF8.GetString(bundle.Find(BundlePaths.Manifest)!)),
        ];
        var files = documents
            .Index()
            .SelectMany(it =>
                new[]
                {
                    _folder.Write(
                        $"{it.Index}.schema.json",
                        FileSchema.All.Single(schema => schema.Name == it.Item.Schema).Text()
                    ),
                    _folder.Write($"{it.Index}.json", it.Item.Text),
                }
            );
        var read = await OtherProgram.ReadLinesAsync("node", [OtherProgram.Source("validate_json.mjs"), .. files]);
        Assert.Equal(documents.Select(_ => "valid"), read);
    }
}
