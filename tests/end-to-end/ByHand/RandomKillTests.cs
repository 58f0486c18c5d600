using System.Diagnostics;
using Xunit.Abstractions;

namespace Pingmark.EndToEndTests.ByHand;

/// <summary>Kills at random moments of a run, from its first process elsewhere on: nothing is left there after 5 s.
/// Twenty of them take minutes, so that tests/benchmarks/far-away runs them, and no layer of the tests.</summary>
[Trait("Layer", "by-hand")]
[Trait("Gate", "no")]
public sealed class RandomKillTests(ITestOutputHelper output) : CommandLineUser
{
    private static readonly int Kills = int.Parse(
        Environment.GetEnvironmentVariable("KILLS") ?? "20",
        System.Globalization.CultureInfo.InvariantCulture
    );

    private const double LongestEnd = 5;

    /// <summary>While one is measured the other's server is frozen, and can't see the end of its stdin.</summary>
    private const string Suite =
        "stacks: [cpp/tcp-spin, {stack: cpp/tcp-spin, label: again}]\nwarmup: 20ms\nslice: 20ms\nduration: 200ms\n"
        + "rounds: 99\nbudget: 1m\n";

    [SkippableTheory]
    [InlineData("controller")]
    [InlineData("ssh")]
    public async Task By_ssh(string what)
    {
        using var machines = new SshMachines();
        Skip.If(machines.Lacks is not null, machines.Lacks);
        await KillAsync(
            what,
            ["--ssh-config", machines.Config, "--server", "ssh:b", "--clients", "ssh:b"],
            () => machines.Processes.Select(process => $"{process}").ToList(),
            run =>
            {
                if (what == "controller")
                    run.Signal(Signals.Kill);
                else
                    Signals.Send(run.Worker("ControlMaster=yes")!.Pid, Signals.Kill);
            },
            () => Task.CompletedTask
        );
    }

    /// <summary>A job of somebody's own stays, so that its end can't end anything.</summary>
    [SkippableTheory]
    [InlineData("controller", false)]
    [InlineData("srun", false)]
    [InlineData("controller", true)]
    [InlineData("srun", true)]
    public async Task By_slurm(string what, bool inJob)
    {
        using var cluster = new SlurmCluster();
        Skip.If(cluster.Lacks is not null, cluster.Lacks);
        using var job = inJob ? cluster.Allocate(nodes: 1) : null;
        if (job is not null)
            (Variables["SLURM_JOB_ID"], Variables["SLURM_JOB_NODELIST"]) = (job.Id, job.NodeList);
        await KillAsync(
            inJob ? $"{what}, in a job" : what,
            OneNode,
            () => cluster.Processes,
            run => Kill(run, what),
            () => inJob ? Task.CompletedTask : cluster.JobsEndAsync(LongestEnd)
        );
    }

    private static void Kill(RunningCommand run, string what) =>
        Signals.Send(what == "controller" ? run.Pid : run.Worker("end_all")!.Pid, Signals.Kill);

    /// <summary>Neither can end the workers of that node. Slurm takes a minute to have the node back, so each kill has
    /// a cluster of its own.</summary>
    [SkippableFact]
    public async Task By_slurm_the_node_s_daemon_and_the_controller()
    {
        SlurmCluster? cluster = null;
        try
        {
            await KillAsync(
                "slurmd and controller",
                OneNode,
                () => cluster!.Processes,
                run =>
                {
                    cluster!.KillDaemonOf(0);
                    run.Signal(Signals.Kill);
                },
                () => Task.CompletedTask,
                () =>
                {
                    cluster?.Dispose();
                    cluster = null;
                    cluster = new();
                    Skip.If(cluster.Lacks is not null, cluster.Lacks);
                }
            );
        }
        finally
        {
            cluster?.Dispose();
        }
    }

    private static readonly string[] OneNode = Line(
        $"--server slurm:{SlurmCluster.Name(0)} --clients slurm:{SlurmCluster.Name(0)}"
    );

    private async Task KillAsync(
        string what,
        string[] where,
        Func<IReadOnlyList<string>> there,
        Action<RunningCommand> kill,
        Func<Task> ended,
        Action? begins = null
    )
    {
        Folder.Write("suite.yaml", Suite);
        var moments = new Random(1);
        var worst = TimeSpan.Zero;
        for (var i = 1; i <= Kills; i++)
        {
            begins?.Invoke();
            await using var run = await StartAsync(["run", "suite.yaml", "--out", $"run{i}", .. where]);
            await run.UntilAsync(() => there().Count > 0);
            await Task.Delay(moments.Next(3000));
            var before = there().Count;
            kill(run);
            var watch = Stopwatch.StartNew();
            await Eventually.TrueAsync(
                () => there().Count == 0,
                TimeSpan.FromSeconds(LongestEnd),
                () => $"{what}, {i}: left there: {string.Join('\n', there())}"
            );
            var took = watch.Elapsed;
            worst = took > worst ? took : worst;
            var result = await run.EndAsync();
            await run.UntilNothingIsLeftAsync(LongestEnd);
            output.WriteLine(
                $"{what} {i}: {before} processes there, none after {took.TotalSeconds:0.00} s; exit "
                    + $"{result.ExitCode} after {watch.Elapsed.TotalSeconds:0.00} s"
            );
            await ended();
        }
        output.WriteLine($"{what}: {Kills} kills, nothing left after {worst.TotalSeconds:0.00} s at most");
    }
}
