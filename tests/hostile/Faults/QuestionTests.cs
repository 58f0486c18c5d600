using Pingmark.Cli;

namespace Pingmark.Hostile.Tests.Faults;

public sealed class QuestionTests
{
    private static readonly TimeSpan Soon = TimeSpan.FromSeconds(10);

    [Fact]
    [Fault(
        "Ctrl-C at the question whether packages are to be installed",
        "it ends at once, and nothing is installed",
        130,
        2
    )]
    public async Task A_question_that_nobody_answers_ends_with_ctrl_C()
    {
        using var terminal = new SilentTerminal();
        using var interrupted = new CancellationTokenSource();
        var asked = new Question(terminal, TextWriter.Null).AskAsync("Install?", interrupted.Token);
        await interrupted.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => asked.WaitAsync(Soon));
    }

    [Theory]
    [InlineData("", true)]
    [InlineData("Y", true)]
    [InlineData(" yes ", true)]
    [InlineData("n", false)]
    [InlineData("what?", false)]
    public async Task Enter_is_a_yes(string answer, bool means)
    {
        var output = new StringWriter();
        Assert.Equal(means, await new Question(new StringReader(answer + "\n"), output).AskAsync("Install?", default));
        Assert.Equal("Install? [Y/n] ", output.ToString());
    }

    [Fact]
    public async Task The_end_of_the_input_is_a_no() =>
        Assert.False(await new Question(new StringReader(""), TextWriter.Null).AskAsync("Install?", default));

    private sealed class SilentTerminal : TextReader
    {
        private readonly ManualResetEventSlim _over = new();

        public override string? ReadLine()
        {
            _over.Wait();
            return null;
        }

        protected override void Dispose(bool disposing)
        {
            _over.Set();
            base.Dispose(disposing);
        }
    }
}
