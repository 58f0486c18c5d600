using Pingmark.Model;
using Pingmark.Suites;
using Xunit;

namespace Pingmark.Tests.Suites;

/// <summary>Short ways to read a suite in a test.</summary>
internal static class Yaml
{
    /// <summary>The stacks that exist in these tests.</summary>
    public static readonly IReadOnlyList<string> Known =
    [
        "cpp/tcp-epoll",
        "cpp/tcp-spin",
        "cpp/udp-spin",
        "dotnet/litenetlib",
        "dotnet/tcp-async",
        "java/tcp-nio",
        "java/tcp-spin",
        "java/udp-spin",
        "lua/select-tcp",
        "lua/websocket",
    ];

    private static readonly string[] ServersOnly = ["lua/select-tcp", "lua/websocket"];

    public static Suite Parse(string yaml, string[]? set = null, string? stacks = null) =>
        SuiteFile.Parse(
            yaml,
            "x.yaml",
            Known,
            [.. (set ?? []).Select(SuiteOverride.FromSet)],
            stacks,
            null,
            ServersOnly
        );

    /// <summary>A suite of one stack with these lines added.</summary>
    public static Suite With(string lines, params string[] set) => Parse($"stacks: cpp/tcp-epoll\n{lines}", set);

    /// <summary>What is wrong, one line each.</summary>
    public static string[] Problems(string yaml, string[]? set = null, string? stacks = null) =>
        Assert.Throws<BadInputException>(() => Parse(yaml, set, stacks)).Message.Split('\n');

    /// <summary>The only thing that is wrong in a suite of one stack with these lines added, which begin at line
    /// 2.</summary>
    public static string Problem(string lines) => Assert.Single(Problems($"stacks: cpp/tcp-epoll\n{lines}"));

    /// <summary>Each of these lines is told its problem, as <see cref="Problem"/> gives it: all of it, or its
    /// end.</summary>
    public static void Tells(params (string Lines, string Problem)[] rows) =>
        Assert.All(rows, row => Assert.EndsWith(row.Problem, Problem(row.Lines)));

    /// <summary>The ids of a suite of one stack with these lines added, behind the stack.</summary>
    public static IEnumerable<string> Scenarios(string lines, params string[] set) =>
        With(lines, set).Ids().Select(id => id[(id.IndexOf(' ') + 1)..]);

    public static IEnumerable<string> Ids(this Suite suite) => suite.Cells.Select(c => c.Id);
}
