using System.Text.Json;

namespace Pingmark.EndToEndTests;

/// <summary>The conformance kit as a command: for the author of a worker. What its cases find is tested in
/// tests/conformance.</summary>
public sealed class ConformTests : CommandLineUser
{
    [Fact]
    [Trait("Gate", "no")]
    public async Task A_right_worker_passes_and_nothing_is_left_of_it()
    {
        TemporaryFiles = Directory.CreateDirectory(Folder["temporary"]).FullName;
        var result = (await RunAsync("conform", "dotnet/sockets", "--case", "stream.*")).Exits(0);
        result
            .Prints("pass dotnet/tcp-async stream.split", "pass dotnet/tcp-threads stream.split")
            .Complains(" passed, 0 failed");
        Assert.Empty(
            Directory.EnumerateFileSystemEntries(TemporaryFiles, "dotnet-diagnostic-*", SearchOption.AllDirectories)
        );
        Assert.Empty(Directory.EnumerateFileSystemEntries(TemporaryFiles, "pingmark-*"));
    }

    [Fact]
    public async Task One_stack_of_a_worker_can_be_named_and_results_be_lines_of_json()
    {
        var lines = (await RunAsync("conform", "cpp/tcp-epoll", "--case", "stream.*", "--json"))
            .Exits(0)
            .Output.TrimEnd()
            .Split('\n')
            .Select(line => JsonDocument.Parse(line).RootElement)
            .ToList();
        Assert.NotEmpty(lines);
        Assert.All(lines, line => Assert.Equal("cpp/tcp-epoll", line.GetProperty("stack").GetString()));
    }

    [Fact]
    public async Task What_is_no_worker_fails_with_what_was_expected_and_what_was_seen() =>
        (await RunAsync("conform", "--command", "cat", "--case", "handshake.hello"))
            .Exits(1)
            .Prints("FAIL", "expected", "seen")
            .Complains("failed");

    [Fact]
    public async Task Cases_are_listed_with_what_they_prove() =>
        (await RunAsync("conform", "--list", "--case", "counts.*"))
            .Exits(0)
            .Prints("counts.every-echo", "counts.pair");

    [Theory]
    [InlineData("did you mean 'cpp/sockets'?", "cpp/socket")]
    [InlineData("no case matches 'streams.*'", "--case", "streams.*")]
    [InlineData("no such executable", "--command", "no-such-worker")]
    [InlineData("only stacks of that worker", "cpp", "--command", "cat")]
    public async Task Bad_input_is_told_at_once(string complaint, params string[] arguments) =>
        (await RunAsync(["conform", .. arguments])).Exits(2).Complains(complaint).Within(5);
}
