using System.Diagnostics;
using System.Formats.Tar;
using Pingmark.Host;
using Pingmark.Placement;
using Pingmark.Placement.Engines;
using Pingmark.Placement.Engines.Ssh;
using Xunit;

namespace Pingmark.Tests.Placement;

/// <summary>What is given to ssh, and what is made of its words; the end-to-end tests have a real one.</summary>
public class SshTests
{
    [Fact]
    public void A_word_stays_one_word_for_the_shell_there() =>
        Assert.Equal(
            ["'a b'", "'it'\\''s $HOME; `x`'", "''"],
            new[] { "a b", "it's $HOME; `x`", "" }.Select(RemoteShell.Quote)
        );

    [Fact]
    public void Checks_stay_on_nobody_is_asked_and_nothing_else_goes_through()
    {
        var words = new SshCommandLine("user@lab", "/my/config", "/tmp/socket").Command("script", "an argument");
        Assert.Equal(["ssh", "-F", "/my/config"], words.Take(3));
        Assert.Contains("StrictHostKeyChecking=yes", words);
        Assert.Contains("BatchMode=yes", words);
        Assert.Contains("ForwardAgent=no", words);
        Assert.Equal(["-T", "--", "user@lab"], words.TakeLast(4).Take(3));
    }

    /// <summary>Of whatever kind it is, as far as this machine has it: sshd gives it the words as one.</summary>
    [Fact]
    public void Any_shell_gives_the_script_and_its_arguments_to_sh()
    {
        const string Script =
            "IFS= read -r line\n5=6 2>/dev/null || printf '%s|' \"$#\" \"$@\" 'a!b \\ \\\\ $HOME' \"$line\"";
        string[] arguments = ["it's", "two\nlines\n", "$(exit 1) `x` !y \\n \\0101 *", ""];
        var word = new SshCommandLine("lab", null, "/tmp/socket").Command(Script, arguments)[^1];
        // What csh and fish take for their own within single quotes.
        Assert.DoesNotMatch(@"[!\n]|\\\\", word);
        string[] expected = ["4", .. arguments, @"a!b \ \\ $HOME", "its stdin"];
        string[] shells = ["sh", "bash", "ksh", "zsh", "bsd-csh", "tcsh", "fish"];
        foreach (var path in shells.Select(shell => Executables.Find(shell)).OfType<string>())
        {
            using var run = Process.Start(
                new ProcessStartInfo(path, ["-c", word]) { RedirectStandardInput = true, RedirectStandardOutput = true }
            )!;
            run.StandardInput.Write("its stdin\n");
            run.StandardInput.Close();
            Assert.Equal($"{path}: {string.Join('|', expected)}|", $"{path}: {run.StandardOutput.ReadToEnd()}");
        }
    }

    [Fact]
    public void What_ssh_says_becomes_what_to_do() =>
        Assert.All<(string Said, string Told)>(
            [
                ("root@lab: Permission denied (publickey).", "ssh-copy-id lab"),
                (
                    "@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @\nHost key verification failed.",
                    "keygen -R lab"
                ),
                ("Host key verification failed.", "`ssh lab` once by hand"),
                ("ssh: connect to host lab port 22: Connection timed out", "does not answer"),
                ("ssh: connect to host lab port 22: No route to host", "can't be reached"),
                ("This account is currently not available.", "ssh:USER@lab"),
                ("rbash: line 1: exec: restricted", "a restricted login shell"),
                ("tar: x: Cannot write: No space left on device\ntar: Exiting", "its disk is full: make room"),
                ("mkdir: cannot create directory '/x/.cache': Permission denied", "its cache folder can't be made"),
                ("mkdir: cannot create directory '/x/.cache': Not a directory", "said \"mkdir: cannot create"),
                ("something new", "something new"),
                ("", "said nothing"),
            ],
            row =>
                Assert.Contains(
                    row.Told,
                    new SshCommandLine("lab", null, "/tmp/socket").Problem(row.Said.Split('\n'), "said nothing")
                )
        );

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
        var files = FileSet.Collect(folder.Path, ["bin"]);
        Assert.Equal(["bin/a", "bin/b"], files.Files);
        var before = files.Hash();
        Assert.Equal(before, FileSet.Collect(folder.Path, ["bin/b", "bin/a"]).Hash());

        using var archive = new MemoryStream();
        await files.WriteTarAsync(archive, CancellationToken.None);
        archive.Position = 0;
        using var tar = new TarReader(archive);
        var names = new List<string>();
        while (tar.GetNextEntry() is { } entry)
            names.Add(entry.Name);
        Assert.Equal(["bin/a", "bin/b", FileSet.ListName], names);

        File.WriteAllText(Path.Combine(folder.Path, "bin", "a"), "3");
        Assert.NotEqual(before, files.Hash());
    }
}
