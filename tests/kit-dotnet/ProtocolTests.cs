using System.Text;

namespace Pingmark.Worker.Kit.Tests;

/// <summary>Lines in, fields out.</summary>
public sealed class ProtocolTests
{
    private static List<string> Lines(string text)
    {
        using var input = new StreamReader(new MemoryStream(Encoding.UTF8.GetBytes(text)));
        var lines = new List<string>();
        while (LineReader.ReadLine(input) is { } line)
            lines.Add(line);
        return lines;
    }

    [Fact]
    public void Lines_are_read_one_by_one_but_for_one_that_the_end_cuts_off() =>
        Assert.Equal(["a", "", "bc"], Lines("a\n\nbc\nd"));

    [Fact]
    public void A_line_that_is_too_long_is_skipped_and_told()
    {
        var lines = Lines(new string('x', Constants.MaxLineBytes + 1) + "\nnext\n");
        Assert.Same(LineReader.TooLong, lines[0]);
        Assert.Equal("next", lines[1]);
    }

    [Fact]
    public void Only_an_object_with_id_and_op_is_a_request() =>
        Assert.All<string>(
            [
                "nonsense",
                "[1]",
                """{"op":"hello"}""",
                """{"id":"1","op":"hello"}""",
                """{"id":1}""",
                """{"id":1,"op":2}""",
                """{"id":1,"op":"\ud800"}""",
                """{"id":1,"op":"usage","\udc00":1}""",
            ],
            line => Assert.Throws<FormatException>(() => Request.Parse(line))
        );

    [Fact]
    public void A_field_that_nobody_read_is_refused_by_name()
    {
        var request = Request.Parse("""{"id":7,"op":"run","known":5,"flag":true,"odd":1}""");
        Assert.Equal(
            (5, true, 9),
            (request.Integer("known"), request.Flag("flag", false), request.Integer("absent", 9))
        );
        var refused = Assert.Throws<UnsupportedException>(request.RefuseTheRest);
        Assert.Equal("unknown field odd in run", refused.Message);
    }

    [Theory]
    [InlineData("""{"id":1,"op":"run"}""", "run needs n")]
    [InlineData("""{"id":1,"op":"run","n":"5"}""", "n must be an integer")]
    [InlineData("""{"id":1,"op":"run","n":1.5}""", "n must be an integer")]
    public void A_field_that_is_missing_or_of_another_kind_is_an_error(string line, string reason) =>
        Assert.Equal(reason, Assert.Throws<WorkerException>(() => Request.Parse(line).Integer("n")).Message);
}
