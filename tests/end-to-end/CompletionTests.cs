namespace Pingmark.EndToEndTests;

/// <summary>What a shell gets to offer.</summary>
public sealed class CompletionTests : CommandLineUser
{
    [Theory]
    [InlineData(" run qu", "quick")]
    [InlineData(" run quick --stacks cpp/tcp-epoll,java/tcp-n", "cpp/tcp-epoll,java/tcp-nio")]
    public async Task A_word_that_was_begun_is_completed(string line, string word) =>
        Assert.Contains(word, (await RunAsync($"[suggest:{line.Length}]", line)).Exits(0).Output.Split('\n'));

    /// <summary>The script in each shell, with what that shell hands to it; in place of zsh's own way to offer words
    /// those that it would offer are printed.</summary>
    [SkippableTheory]
    [InlineData(
        "bash",
        "COMP_WORDS=($0 run qu); COMP_CWORD=2; COMP_LINE=\"$0 run qu\"; COMP_POINT=${#COMP_LINE}; "
            + "_pingmark; echo ${COMPREPLY[@]}"
    )]
    [InlineData(
        "zsh",
        "words=($0 run qu); BUFFER=\"$0 run qu\"; CURSOR=${#BUFFER}; compadd() { print ${(M)found:#qu*} }; _pingmark"
    )]
    [InlineData("fish", "complete -C \"$argv[1] run qu\"")]
    public async Task Its_script_completes_a_line(string shell, string commands)
    {
        Skip.IfNot(File.Exists($"/usr/bin/{shell}"), $"{shell} is not installed; mend: apt-get install {shell}");
        var script = Folder.Write("script", (await RunAsync("completion", shell)).Exits(0).Output);
        var begin = shell == "zsh" ? "autoload compinit; compinit -D; " : "";
        var (_, words, _) = Shell.End(new(shell, ["-c", $"{begin}source {script}; {commands}", Repository.Launcher]));
        Assert.Equal("quick", words.Trim());
    }
}
