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
    public void Lines_are_read_one_by_one() => Assert.Equal(["a", "", "bc"], Lines("a\n\nbc\n"));

    [Fact]
    public void What_is_cut_off_by_the_end_is_no_line() => Assert.Equal(["a"], Lines("a\nbc"));

    [Fact]
    public void A_line_that_is_too_long_is_skipped_and_told()
    {
        var lines = Lines(new string('x', Constants.MaxLineBytes + 1) + "\nnext\n");
        Assert.Same(LineReader.TooLong, lines[0]);
        Assert.Equal("next", lines[1]);
    }

    [Theory]
    [InlineData("")]
    [InlineData("nonsense")]
    [InlineData("[1]")]
    [InlineData("""{"op":"hello"}""")]
    [InlineData("""{"id":"1","op":"hello"}""")]
    [InlineData("""{"id":1}""")]
    [InlineData("""{"id":1,"op":2}""")]
    [InlineData("""{"id":1,"op":"\ud800"}""")]
    [InlineData("""{"id":1,"op":"usage","\udc00":1}""")]
    public void Only_an_object_with_id_and_op_is_a_request(string line) =>
        Assert.Throws<FormatException>(() => Request.Parse(line));

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
