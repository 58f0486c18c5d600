using System.Diagnostics;
using System.Text.Json;

namespace Pingmark.EndToEndTests;

/// <summary>A run as one file: made, checked, altered, and repeated.</summary>
public sealed class BundleTests : CommandLineUser
{
    [Fact]
    public async Task A_run_is_bundled_verified_and_repeated()
    {
        await RunAsync(
            "run",
            "quick",
            "--stacks",
            "cpp/tcp-epoll",
            "--set",
            "connections=1",
            "duration=200ms",
            "--rounds",
            "2",
            "--out",
            "before"
        );
        (await RunAsync("bundle", "before")).Exits(0).Prints("before.tar.gz");
        (await RunAsync("bundle", "before", "--out", "again.tar.gz")).Exits(0);
        var bundle = File.ReadAllBytes(Folder["before.tar.gz"]);
        Assert.Equal(bundle, File.ReadAllBytes(Folder["again.tar.gz"]));
        await AssertSignedAsync();
        (await RunAsync("verify", "before"))
            .Exits(2)
            .Complains("before is a folder; `pingmark bundle before` makes one file of a run");
        (await RunAsync("verify", "before.tar.gz"))
            .Exits(0)
            .Prints("is intact", "byte for byte", "that it was the one that the run names");

        bundle[bundle.Length / 2] ^= 1;
        File.WriteAllBytes(Folder["altered.tar.gz"], bundle);
        (await RunAsync("verify", "altered.tar.gz")).Exits(1).Prints("was altered, or is damaged");
        (await RunAsync("repeat", "altered.tar.gz")).Exits(1);
        (await RunAsync("bundle", "before", "--out", "altered.tar.gz")).Exits(2).Complains("is another file");

        (await RunAsync("repeat", "before.tar.gz", "--out", "after")).Prints(
            "Repeated with the seed",
            "The same binary as in the bundle's run: cpp/sockets"
        );
        Assert.Contains("\"seed\"", File.ReadAllText(Folder["after/run.json"]));
    }

    private async Task AssertSignedAsync()
    {
        foreach (var key in new[] { "alice", "bob" })
            using (var made = Process.Start("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", Folder[key]]))
                await made.WaitForExitAsync();
        (await RunAsync("bundle", "before", "--out", "signed.tar.gz", "--sign", "nobody")).Exits(2);
        Assert.False(File.Exists(Folder["signed.tar.gz"]));
        (await RunAsync("bundle", "before", "--sign", Folder["alice"])).Exits(0);
        (await RunAsync("verify", "before.tar.gz", "--signed-by", "alice.pub")).Exits(0).Prints("were signed by");
        (await RunAsync("verify", "before.tar.gz", "--signed-by", "bob.pub")).Exits(1).Prints("is not signed by that");
        var told = (await RunAsync("verify", "before.tar.gz", "--json", "--signed-by", "alice.pub")).Exits(0);
        var json = JsonDocument.Parse(told.Output).RootElement;
        Assert.Equal("pingmark.verification/1", json.GetProperty("schema").GetString());
        Assert.True(json.GetProperty("intact").GetBoolean());
    }

    [Fact]
    public async Task What_is_no_bundle_is_bad_input()
    {
        (await RunAsync("verify", "nowhere")).Exits(2).Complains("nowhere: can't be read");
        Folder.Write("text", "text");
        (await RunAsync("verify", "text")).Exits(2).Complains("it is no bundle");
        (await RunAsync("bundle", "nowhere")).Exits(2).Complains("holds no run");
    }
}
