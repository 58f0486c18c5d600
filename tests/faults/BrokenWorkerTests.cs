using Xunit;

namespace Pingmark.FaultTests;

/// <summary>Workers that fail in every way: the cell fails with the worker's last words, in time, and nothing is left behind.</summary>
public class BrokenWorkerTests
{
    private const string Hello = """read l; echo '{"id":1,"status":"ok","protocol":1,"worker":"x/y","runtime":"sh","libraries":[],"pid":1,"cpus":[0],"gc":null,"heap_limit_bytes":null,"stacks":["x/tcp-y"],"histogram_layout":"log-linear/1024"}'; """;

    [Theory]
    [InlineData("echo I am ill >&2; exit 3", "I am ill")]
    [InlineData("echo I am ill >&2; exit 3", "ended with exit code 3")]
    [InlineData("read l; echo garbage; read l", "no JSON")]
    [InlineData("read l; echo '{\"id\":7,\"status\":\"ok\"}'; read l", "answered request 7 when 1 was asked")]
    [InlineData("read l; read l", "no answer within 4 s")]
    [InlineData("head -c 5000000 /dev/zero; read l", "more than 4194304 bytes")]
    [InlineData("kill -9 $$", "killed by signal 9")]
    [InlineData(Hello + "kill -9 $$", "describe")]
    public async Task FailsItsCellWithAReason(string script, string said)
    {
        using var tree = Tree(script);
        await using var run = CommandLineRun.StartIn(tree.Path, "run", tree["suites/one.yaml"], "--out", tree["out"], "--set", "rounds=1");
        Assert.Equal(1, await run.ExitAsync());
        var output = await run.OutputAsync();
        Assert.Contains(Flat(said), Flat(output));
        await run.AssertNothingLeftAsync(TimeSpan.FromSeconds(2));
    }

    [Fact]
    public async Task AMissingRequirementMakesItUnavailableWithTheMend()
    {
        using var tree = Tree("exit 0", requires: """[{"command":"no-such-command-here","debian":["no-such-package"]}]""");
        await using var run = CommandLineRun.StartIn(tree.Path, "run", tree["suites/one.yaml"], "--out", tree["out"]);
        Assert.Equal(3, await run.ExitAsync());
        Assert.Contains("no-such-command-here is not installed", run.Errors);
        Assert.Contains("apt-get install no-such-package", run.Errors);
    }

    [Fact]
    public async Task AnUnavailableStackDoesNotFailAMixedRun()
    {
        using var tree = Tree("exit 0", requires: """[{"command":"no-such-command-here","debian":["no-such-package"]}]""");
        Directory.CreateSymbolicLink(tree["workers/cpp"], Path.Combine(CommandLineRun.Root, "workers/cpp"));
        await using var run = CommandLineRun.StartIn(tree.Path, "run", tree["suites/one.yaml"], "--out", tree["out"], "--stacks", "cpp/tcp-epoll,x/tcp-y", "--set", "rounds=1", "--set", "duration=300ms");
        Assert.Equal(0, await run.ExitAsync());
        Assert.Contains("unavailable", await run.OutputAsync());
    }

    private static TemporaryFolder Tree(string script, string requires = "[]")
    {
        var tree = new TemporaryFolder();
        Directory.CreateDirectory(tree["workers/x/y"]);
        Directory.CreateDirectory(tree["suites"]);
        File.WriteAllText(tree["suites/one.yaml"], "name: one\nstacks: [x/tcp-y]\n");
        File.WriteAllText(tree["workers/x/y/worker.sh"], script + "\n");
        File.WriteAllText(tree["workers/x/y/worker.json"],
            $$"""{"name":"x/y","runtime":"x","stacks":["x/tcp-y"],"inputs":[],"output":"worker.sh","start":["sh","{output}"],"requires":{{requires}}}""");
        return tree;
    }

    /// <summary>Tables wrap long reasons anywhere.</summary>
    private static string Flat(string text) => string.Concat(text.Where(c => !char.IsWhiteSpace(c)));
}
