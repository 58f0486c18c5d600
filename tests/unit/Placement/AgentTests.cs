using System.Diagnostics;
using Pingmark.Placement;
using Xunit;

namespace Pingmark.Tests.Placement;

/// <summary>The shell that stands for another machine, run on this one.</summary>
[Trait("Gate", "no")]
public sealed class AgentTests : IDisposable
{
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(30);

    private readonly string _mark = $"PINGMARK_TEST_MARK={Guid.NewGuid():N}";
    private readonly List<Process> _started = [];

    [Fact]
    public async Task It_answers_until_its_stdin_ends_and_then_ends_what_it_had()
    {
        var worker = Start("env", _mark, "cat");
        var (agent, facts) = await RemoteAgent.OpenAsync(new ThisMachineAsAnother(), _mark, CancellationToken.None);
        using (agent)
        {
            Assert.Contains(facts!, line => line.StartsWith("cores ", StringComparison.Ordinal));
            Assert.NotEmpty(agent.Ask("has sh"));
            Assert.Empty(agent.Ask("has no-such-command"));
            Assert.False(worker.HasExited);
        }
        await EndAsync(worker);
    }

    /// <summary>It is not ended sooner, for one that stands still for a moment is to be waited for.</summary>
    [Fact]
    public async Task It_ends_what_it_had_when_it_has_heard_nothing_for_3_s_and_says_so()
    {
        var worker = Start("env", _mark, "cat");
        var agent = Start("sh", "-c", RemoteScripts.Agent, "sh", _mark);
        while (await LineAsync(agent) != "= 0") { }
        agent.StandardInput.WriteLine("0 beat\n1 has sh");
        agent.StandardInput.Flush();
        var heard = Stopwatch.StartNew();
        while (await LineAsync(agent) is not (null or "! silence")) { }
        Assert.InRange(heard.Elapsed, TimeSpan.FromSeconds(3), Deadline);
        await EndAsync(worker);
        await EndAsync(agent);
    }

    private Process Start(string command, params string[] arguments)
    {
        var info = new ProcessStartInfo(command, arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        _started.Add(Process.Start(info)!);
        return _started[^1];
    }

    private static Task<string?> LineAsync(Process process) =>
        process.StandardOutput.ReadLineAsync().WaitAsync(Deadline);

    private static async Task EndAsync(Process process)
    {
        using var deadline = new CancellationTokenSource(Deadline);
        await process.WaitForExitAsync(deadline.Token);
    }

    public void Dispose()
    {
        foreach (var process in _started)
        {
            process.Kill();
            process.Dispose();
        }
    }
}
