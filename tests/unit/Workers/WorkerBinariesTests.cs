using System.Security.Cryptography;
using System.Text;
using Pingmark.Tests.Results;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Workers;

public sealed class WorkerBinariesTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>An assembly of .NET is its whole folder. Both stacks of a worker are one binary, of which its sources
    /// are no part.</summary>
    [Fact]
    public void A_worker_is_known_by_what_sha256sum_prints_of_its_files_in_the_order_of_their_names()
    {
        _folder.Write("bin/b.dll", "b");
        _folder.Write("bin/a.json", "a");
        _folder.Write("source", "1");
        var worker = Manifests.Of("l/w", "l/a", "l/b") with { Folder = _folder.Path, Output = "bin/b.dll" };
        string[] stacks = ["l/a", "l/b", "l/a"];
        var binary = Assert.Single(new ProcessWorkerStarter(new WorkerCatalog([worker])).Binaries(stacks));
        Assert.Equal(("l/w", 2), (binary.Name, binary.Files));
        Assert.Equal(Hash($"{Hash("a")}  bin/a.json\n{Hash("b")}  bin/b.dll\n"), binary.Sha256);
    }

    private static string Hash(string text) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text)));
}
