using System.Formats.Tar;
using Pingmark.Placement;
using Xunit;

namespace Pingmark.Tests.Placement;

/// <summary>What is given to ssh, and what is made of its words; the end-to-end tests have a real one.</summary>
public class SshTests
{
    [Theory]
    [InlineData("a b", "'a b'")]
    [InlineData("it's $HOME; `x`", "'it'\\''s $HOME; `x`'")]
    [InlineData("", "''")]
    public void A_word_stays_one_word_for_the_shell_there(string word, string quoted) =>
        Assert.Equal(quoted, SshCommandLine.Quoted(word));

    [Fact]
    public void Checks_stay_on_nobody_is_asked_and_nothing_else_goes_through()
    {
        var words = new SshCommandLine("user@lab", "/my/config", "/tmp/socket").Command("script", "an argument");
        Assert.Equal(["ssh", "-F", "/my/config"], words.Take(3));
        Assert.Contains("StrictHostKeyChecking=yes", words);
        Assert.Contains("BatchMode=yes", words);
        Assert.Contains("ForwardAgent=no", words);
        Assert.Equal(["-T", "--", "user@lab", "exec /bin/sh -c 'script' sh 'an argument'"], words.TakeLast(4));
    }

    [Theory]
    [InlineData("root@lab: Permission denied (publickey).", "ssh-copy-id lab")]
    [InlineData(
        "@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @\nHost key verification failed.",
        "keygen -R lab"
    )]
    [InlineData("Host key verification failed.", "`ssh lab` once by hand")]
    [InlineData("ssh: connect to host lab port 22: Connection timed out", "does not answer")]
    [InlineData("ssh: connect to host lab port 22: No route to host", "can't be reached")]
    [InlineData("tar: x: Cannot write: No space left on device\ntar: Exiting", "its disk is full")]
    [InlineData("something new", "something new")]
    [InlineData("", "said nothing")]
    public void What_ssh_says_becomes_what_to_do(string said, string told) =>
        Assert.Contains(told, SshProblem.Text("lab", said.Split('\n'), "said nothing"), StringComparison.Ordinal);

    [Fact]
    public void Facts_are_read_with_care()
    {
        var facts = SiteFacts.Read(
            [
                "motd: welcome",
                "lacks ",
                "connection 10.0.0.9 50000 10.0.0.1 22",
                "arch aarch64",
                "machine 1234",
                "rmem 212992",
                "cpu \u001b[31mred",
                "os \"Debian GNU/Linux 12\"",
                "cores 0-2,5",
            ],
            "1.2.3"
        );
        Assert.Equal(("1234", "aarch64", 4), (facts.Id, facts.Architecture, facts.Machine.Cores));
        Assert.Equal(("10.0.0.1", "10.0.0.9"), ($"{facts.Address}", $"{facts.Ours}"));
        Assert.Equal(212992, facts.MostReceiveBufferBytes);
        Assert.Null(facts.MostSendBufferBytes);
        Assert.Equal("Debian GNU/Linux 12", facts.Machine.Os);
        Assert.DoesNotContain('\u001b', facts.Machine.Cpu);
        Assert.Empty(facts.Lacks);
        Assert.Throws<FormatException>(() => SiteFacts.Read(["machine 1", "cores all"], ""));
        Assert.Throws<FormatException>(() => SiteFacts.Read(["machine 1"], ""));
    }

    [Fact]
    public async Task Files_are_known_by_their_content_and_an_archive_that_is_cut_can_be_told()
    {
        using var folder = new Results.TemporaryFolder();
        Directory.CreateDirectory(Path.Combine(folder.Path, "bin"));
        File.WriteAllText(Path.Combine(folder.Path, "bin", "b"), "2");
        File.WriteAllText(Path.Combine(folder.Path, "bin", "a"), "1");
        var files = FileSet.Of(folder.Path, ["bin"]);
        Assert.Equal(["bin/a", "bin/b"], files.Files);
        var before = files.Hash();
        Assert.Equal(before, FileSet.Of(folder.Path, ["bin/b", "bin/a"]).Hash());

        using var archive = new MemoryStream();
        await files.WriteTarAsync(archive, CancellationToken.None);
        archive.Position = 0;
        using var tar = new TarReader(archive);
        var names = new List<string>();
        while (tar.GetNextEntry() is { } entry)
            names.Add(entry.Name);
        Assert.Equal(["bin/a", "bin/b", FileSet.Last], names);

        File.WriteAllText(Path.Combine(folder.Path, "bin", "a"), "3");
        Assert.NotEqual(before, files.Hash());
    }
}
