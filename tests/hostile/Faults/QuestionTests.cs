using Pingmark.Cli;

namespace Pingmark.Hostile.Tests.Faults;

/// <summary>Whether packages are to be installed.</summary>
public sealed class QuestionTests
{
    [Fact]
    public async Task A_question_that_nobody_answers_ends_with_ctrl_C()
    {
        using var terminal = new SilentTerminal();
        using var interrupted = new CancellationTokenSource();
        var asked = new Question(terminal, TextWriter.Null).AskAsync("Install?", interrupted.Token);
        await interrupted.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => asked.WaitAsync(TimeSpan.FromSeconds(60)));
    }

    [Theory]
    [InlineData("\n", true)]
    [InlineData(" yes \n", true)]
    [InlineData("what?\n", false)]
    [InlineData("", false)]
    public async Task Enter_is_a_yes_and_the_end_of_the_input_a_no(string answer, bool means) =>
        Assert.Equal(
            means,
            await new Question(new StringReader(answer), TextWriter.Null).AskAsync("Install?", default)
        );

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
