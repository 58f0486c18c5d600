using System.Diagnostics;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>
/// A real Slurm of three nodes, each in a network namespace of its own on one bridge, with its controller beside the
/// first; its key, its configuration and its network are nobody else's. All of it is gone when the tests end.
/// </summary>
public sealed class SlurmCluster : IDisposable
{
    public const int Nodes = 3;

    private const string Munged = "/usr/sbin/munged",
        Controller = "/usr/sbin/slurmctld",
        NodeDaemon = "/usr/sbin/slurmd",
        Conf = "SLURM_CONF",
        Exported = "SLURM_EXPORT_ENV";

    private readonly TemporaryFolder _folder = new();
    private readonly List<Process> _daemons = [];
    private readonly Process[] _ofNodes = new Process[Nodes];
    private readonly List<Action> _undo = [];

    /// <summary>A network for tests of networks (RFC 2544), beside those of <see cref="SshMachines"/>.</summary>
    private readonly string _network = $"198.{18 + Environment.ProcessId % 2}.{240 + Environment.ProcessId % 15}";

    private readonly string _testId = Guid.NewGuid().ToString("N");

    public SlurmCluster() => Lacks = AllOrNothing.Make(this, Make);

    /// <summary>Why there is none here; null: it is up.</summary>
    public string? Lacks { get; }

    /// <summary>No other process's on this machine: a node's daemon is told from others by it.</summary>
    internal static string Name(int node) => $"{Prefix}{node}";

    /// <summary>The first so many, as Slurm writes them.</summary>
    internal static string Names(int count) => $"{Prefix}[0-{count - 1}]";

    private static string Prefix => $"pm{TestNetworks.Id}n";

    /// <summary>Everything that lives on its nodes and is not Slurm's.</summary>
    internal IReadOnlyList<string> Processes =>
        Enumerable
            .Range(0, Nodes)
            .SelectMany(node => Shell.Output("ip", "netns", "pids", Namespace(node)).Split('\n'))
            .Where(pid => pid.Length > 0)
            .Select(pid => (Pid: pid, Command: Command(pid)))
            .Where(process =>
                process.Command.Length > 0 && !process.Command.Contains("slurm", StringComparison.Ordinal)
            )
            .Select(process => $"{process.Pid} {process.Command}")
            .ToList();

    /// <summary>Jobs that it has, a line each.</summary>
    internal IReadOnlyList<string> Jobs =>
        Shell.Output("squeue", "--noheader").Split('\n', StringSplitOptions.RemoveEmptyEntries);

    internal Task JobsEndAsync(double withinS) =>
        Eventually.TrueAsync(() => Jobs.Count == 0, Patience.For(withinS), () => string.Join('\n', Jobs));

    /// <summary>A job of somebody who runs commands in it: its id and its nodes.</summary>
    internal SlurmAllocation Allocate(int nodes) => new(nodes);

    private static string Command(string pid)
    {
        try
        {
            return File.ReadAllText($"/proc/{pid}/cmdline").Replace('\0', ' ');
        }
        catch (IOException)
        {
            return "";
        }
    }

    private string? Make()
    {
        if (new[] { Munged, Controller, NodeDaemon }.FirstOrDefault(file => !File.Exists(file)) is { } missing)
            return $"slurm is not installed ({missing}); mend: apt-get install munge slurmctld slurmd slurm-client";
        TestNetworks.RemoveThoseOfTheDead();
        if (!Environment.IsPrivilegedProcess || !Shell.Ran("ip", "netns", "add", Namespace(0)))
            return "CAP_SYS_ADMIN is missing: namespaces can't be made; run it as root";
        _undo.Add(() => Shell.RemoveNamespace(Namespace(0)));
        Shell.Ip($"link add {Bridge} type bridge");
        _undo.Add(() => Shell.Ran("ip", "link", "del", Bridge));
        Shell.Ip($"addr add {_network}.254/24 dev {Bridge}");
        Shell.Ip($"link set {Bridge} up");
        for (var node = 0; node < Nodes; node++)
            Join(node);
        var key = new byte[128];
        Random.Shared.NextBytes(key);
        File.WriteAllBytes(_folder["munge.key"], key);
        Shell.Run("chmod", "600", _folder["munge.key"]);
        Directory.CreateDirectory(_folder["state"]);
        Set(Conf, _folder.Write("slurm.conf", Configuration()));
        // What tells the tests' processes on this machine from others must not find those of the nodes.
        Set(Exported, $"HOME,PATH,{Conf},XDG_CACHE_HOME={_folder["cache"]}");
        _daemons.Add(
            Start(
                Munged,
                "--foreground",
                "--force",
                $"--key-file={_folder["munge.key"]}",
                $"--socket={_folder["munge.sock"]}",
                $"--pid-file={_folder["munged.pid"]}",
                $"--log-file={_folder["munged.log"]}",
                $"--seed-file={_folder["munged.seed"]}"
            )
        );
        Await(() => File.Exists(_folder["munge.sock"]), () => "munged made no socket");
        _daemons.Add(Start([.. In(0), Controller, "-D"]));
        for (var node = 0; node < Nodes; node++)
            _ofNodes[node] = Start([.. In(node), NodeDaemon, "-D", "-N", Name(node)]);
        Await(
            () => Shell.Output("sinfo", "--noheader", "--format=%D %T").Trim() == $"{Nodes} idle",
            () => $"{Shell.Output("sinfo", "--Node", "--long")}\n{Log("ctld.log")}\n{Log($"d.{Name(0)}.log")}"
        );
        return null;
    }

    private static void Await(Func<bool> condition, Func<string> otherwise) =>
        Eventually.True(condition, Patience.For(10), otherwise);

    /// <summary>For this process and what it starts.</summary>
    private void Set(string variable, string value)
    {
        var before = Environment.GetEnvironmentVariable(variable);
        Environment.SetEnvironmentVariable(variable, value);
        _undo.Add(() => Environment.SetEnvironmentVariable(variable, before));
    }

    private string Log(string name) =>
        File.Exists(_folder[name]) ? string.Join('\n', File.ReadLines(_folder[name]).TakeLast(20)) : $"no {name}";

    private static string Bridge => $"pms{TestNetworks.Id}";

    private static string Namespace(int node) => TestNetworks.Namespace($"n{node}");

    private void Join(int node)
    {
        if (node > 0)
        {
            Shell.Ip($"netns add {Namespace(node)}");
            _undo.Add(() => Shell.RemoveNamespace(Namespace(node)));
        }
        var outside = $"{Bridge}n{node}";
        Shell.Ip($"link add {outside} type veth peer name up0 netns {Namespace(node)}");
        _undo.Add(() => Shell.Ran("ip", "link", "del", outside));
        Shell.Ip($"link set {outside} master {Bridge} up");
        Shell.Ip($"-n {Namespace(node)} addr add {_network}.{1 + node}/24 dev up0");
        Shell.Ip($"-n {Namespace(node)} link set up0 up");
        Shell.Ip($"-n {Namespace(node)} link set lo up");
        Directory.CreateDirectory(_folder[$"spool.{Name(node)}"]);
    }

    /// <summary>By nsenter: `ip netns exec` mounts another /sys, and hides the control groups from it.</summary>
    private string[] In(int node) => ["nsenter", $"--net=/run/netns/{Namespace(node)}"];

    private Process Start(params string[] words)
    {
        var info = new ProcessStartInfo(words[0], words[1..])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        info.Environment[ProcessOfRun.Variable] = _testId;
        var daemon = Process.Start(info)!;
        daemon.OutputDataReceived += (_, _) => { };
        daemon.ErrorDataReceived += (_, _) => { };
        daemon.BeginOutputReadLine();
        daemon.BeginErrorReadLine();
        return daemon;
    }

    private string Configuration()
    {
        var host = Environment.MachineName.Split('.')[0];
        var nodes = Enumerable
            .Range(0, Nodes)
            .Select(node =>
                $"NodeName={Name(node)} NodeHostname={host} NodeAddr={_network}.{1 + node} "
                + $"CPUs={Environment.ProcessorCount} Port=17100"
            );
        return $"""
            ClusterName=pingmark{TestNetworks.Id}
            SlurmctldHost={host}({_network}.1)
            SlurmctldPort=17001
            AuthType=auth/munge
            AuthInfo=socket={_folder["munge.sock"]}
            CredType=cred/munge
            SlurmUser=root
            SlurmdUser=root
            MpiDefault=none
            ProctrackType=proctrack/linuxproc
            TaskPlugin=task/none
            JobAcctGatherType=jobacct_gather/none
            AccountingStorageType=accounting_storage/none
            SwitchType=switch/none
            ReturnToService=2
            SlurmctldPidFile={_folder["ctld.pid"]}
            SlurmdPidFile={_folder["d.%n.pid"]}
            SlurmdSpoolDir={_folder["spool.%n"]}
            StateSaveLocation={_folder["state"]}
            SlurmctldLogFile={_folder["ctld.log"]}
            SlurmdLogFile={_folder["d.%n.log"]}
            SchedulerType=sched/builtin
            SelectType=select/linear
            KillWait=2
            {string.Join('\n', nodes)}
            PartitionName=p Nodes=ALL Default=YES MaxTime=INFINITE State=UP

            """;
    }

    public void Dispose()
    {
        foreach (var daemon in _ofNodes.OfType<Process>().Concat(_daemons))
        {
            daemon.Kill();
            daemon.WaitForExit();
            daemon.Dispose();
        }
        // Steps outlive their daemons.
        foreach (var left in ProcessOfRun.All(_testId))
            Shell.Ran("kill", "-9", $"{left.Pid}");
        _undo.Reverse();
        foreach (var undo in _undo)
            undo();
        _folder.Dispose();
    }
}

/// <summary>Nodes that somebody has, until it is disposed.</summary>
internal sealed class SlurmAllocation : IDisposable
{
    private readonly Process _salloc;

    public SlurmAllocation(int nodes)
    {
        _salloc = Process.Start(
            new ProcessStartInfo(
                "setsid",
                [
                    "salloc",
                    "--quiet",
                    $"--nodes={nodes}",
                    "sh",
                    "-c",
                    "echo $SLURM_JOB_ID $SLURM_JOB_NODELIST; exec cat",
                ]
            )
            {
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
            }
        )!;
        var words = _salloc.StandardOutput.ReadLine()?.Split(' ');
        (Id, NodeList) = words is [var id, var list] ? (id, list) : throw new InvalidOperationException("no nodes");
    }

    public string Id { get; }

    public string NodeList { get; }

    public void Dispose()
    {
        _salloc.StandardInput.Close();
        _salloc.WaitForExit();
        _salloc.Dispose();
    }
}
