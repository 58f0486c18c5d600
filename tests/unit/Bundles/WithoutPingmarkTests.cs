using System.Text.RegularExpressions;
using Pingmark.Bundles;
using Pingmark.Host;
using Pingmark.Tests.Exports;
using Pingmark.Tests.Results;
using Xunit;

namespace Pingmark.Tests.Bundles;

/// <summary>The documented command by which a bundle's files are checked where Pingmark is not.</summary>
[Trait("Gate", "no")]
public sealed partial class WithoutPingmarkTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [JqFact]
    public async Task Jq_and_sha256sum_find_each_file_and_the_altered_one()
    {
        using var run = new BundledRun();
        File.WriteAllBytes(_folder["run.tar.gz"], run.Bundle);
        var command = $"cd '{_folder.Path}' && tar -xzf run.tar.gz && cd run";
        var checking = Command().Match(File.ReadAllText(OtherProgram.Source("../../../docs/commands.md"))).Value;
        Assert.NotEmpty(checking);
        var files = BundleArchive
            .Read(BundleArchive.Decompress(run.Bundle))
            .Entries.Select(entry => entry.Path)
            .Where(path => path != BundlePaths.Manifest)
            .ToList();
        Assert.Equal(files.Select(path => $"{path}: OK"), await CheckedAsync(checking));
        var checkedAgain = await CheckedAsync($"echo >>run.json; {checking} 2>/dev/null || true");
        Assert.Equal(["run.json: FAILED"], checkedAgain.Where(line => !line.EndsWith(": OK")));

        Task<string[]> CheckedAsync(string words) =>
            OtherProgram.ReadLinesAsync("bash", "-o", "pipefail", "-c", $"{command} && {{ {words}; }}");
    }

    [GeneratedRegex("^jq -r .*$", RegexOptions.Multiline)]
    private static partial Regex Command();
}

internal sealed class JqFactAttribute : FactAttribute
{
    public JqFactAttribute()
    {
        if (Executables.Find("jq") is null)
            Skip = "no jq here: apt-get install jq";
    }
}
