using System.Text.Json;
using Pingmark.Model;
using Pingmark.Runs;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Runs;

public sealed class OptionCheckTests
{
    private static StackDescription Stack(string id, params StackOption[] options) =>
        new(id, "", "tcp", false, "", true, false, 65_536, null, 100, [], options);

    private static readonly StackDescription Ring = Stack(
        "cpp/ring",
        new("sqpoll", "true|false", "false", "both", "a thread of the kernel"),
        new("depth", "1..64", "8", "server")
    );

    private static readonly StackDescription Plain = Stack("cpp/plain");

    private static string? Problem(string key, string value, params StackDescription[] stacks) =>
        OptionCheck.FindProblem(
            new("x:4:3", "x:4:8", key, value, stacks.Select(stack => stack.Stack).ToList()),
            stacks
        );

    [Fact]
    public void What_one_of_the_stacks_has_may_be_asked() =>
        Assert.All<(string Key, string Value)>(
            [("sqpoll", "false"), ("client.sqpoll", "true"), ("depth", "64"), ("server.depth", "1")],
            row => Assert.Null(Problem(row.Key, row.Value, Plain, Ring))
        );

    [Fact]
    public void What_none_has_or_takes_is_told()
    {
        Assert.All<(string Key, string Value, string Problem)>(
            [
                (
                    "sqpol",
                    "true",
                    "x:4:3: cpp/ring has no option 'sqpol'; did you mean 'sqpoll'?; `pingmark list stacks cpp/ring`"
                ),
                ("sqpoll", "tru", "x:4:8: options.sqpoll must be true or false, not 'tru'; did you mean 'true'?"),
                ("depth", "65", "x:4:8: options.depth must be 1 to 64, not '65'"),
                ("server.depth", "deep", "x:4:8: options.server.depth must be 1 to 64, not 'deep'"),
                ("client.depth", "8", "x:4:3: options.client.depth: 'depth' is an option of the server only"),
            ],
            row => Assert.StartsWith(row.Problem, Problem(row.Key, row.Value, Plain, Ring))
        );
        Assert.Equal("x:4:3: cpp/plain has no option 'depth'; it has none", Problem("depth", "1", Plain));
    }

    /// <summary>As by workers of an earlier pingmark.</summary>
    [Fact]
    public void What_a_worker_does_not_tell_of_an_option_is_not_checked()
    {
        var reply = new Reply(
            JsonSerializer.SerializeToElement(new { options = new[] { "depth" } }),
            text => new InvalidDataException(text)
        );
        var told = Assert.Single(StackOption.Read(reply));
        Assert.Equal(new("depth"), told);
        Assert.Null(Problem("client.depth", "deep", Stack("cpp/early", told)));
    }
}
