using System.Diagnostics;
using System.Globalization;
using System.Net.Sockets;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>
/// Machines to reach by ssh: two network namespaces with a real sshd each, joined by a link of their own and each
/// reached from here by another, with keys and a configuration that are nobody else's. All of it is gone when the
/// tests end.
/// </summary>
public sealed class SshMachines : IDisposable
{
    /// <summary>Of one machine; <c>bare</c> shares the first one's namespace, and has no Java and no disk; the clock of
    /// <c>ahead</c>, which shares it, too, is days ahead of all others.</summary>
    internal const int Port = 2222;

    private const int BarePort = 2223,
        AheadPort = 2224;

    /// <summary>What a worker's start and the scripts need.</summary>
    private const string Commands =
        "sh env flock grep head mkdir mktemp mv rm sed sleep setpriv tar taskset uname cat bash";

    private readonly TemporaryFolder _folder = new();
    private readonly Dictionary<string, Process> _daemons = [];
    private readonly List<Action> _undo = [];
    private readonly string _testId = Guid.NewGuid().ToString("N");

    /// <summary>Networks for tests of networks (RFC 2544), some of them for each process.</summary>
    private readonly int _second = 18 + Environment.ProcessId % 2,
        _third = Environment.ProcessId % 60 * 4;

    /// <summary>By which this machine reaches each.</summary>
    private readonly Dictionary<string, string> _addresses = [];

    public SshMachines() => Lacks = AllOrNothing.Make(this, Make);

    /// <summary>Why there are none here; null: they are up.</summary>
    public string? Lacks { get; }

    public string Config => _folder["ssh_config"];
    public string Hosts => _folder["hosts.yaml"];

    /// <summary>The first one's on the link between the two.</summary>
    internal string Bind => Of(2, 1);

    /// <summary>Everything that lives on them and is not their sshd.</summary>
    internal IReadOnlyList<ProcessOfRun> Processes => ProcessOfRun.All(_testId);

    /// <summary>Workers of C++ that are past their start.</summary>
    internal IReadOnlyList<ProcessOfRun> AtWork =>
        Processes
            .Where(p =>
                p.Command.Contains("pingmark-cpp-sockets", StringComparison.Ordinal)
                && p.Cpu > TimeSpan.FromMilliseconds(10)
            )
            .ToList();

    internal Task NothingIsLeftAsync(double withinS) =>
        Eventually.TrueAsync(
            () => Processes.Count == 0,
            Patience.For(withinS),
            () => $"left there: {string.Join('\n', Processes)}"
        );

    /// <summary>As if nothing had been sent there.</summary>
    public void Forget()
    {
        foreach (var cache in new[] { "cache-a", "cache-b" }.Where(name => Directory.Exists(_folder[name])))
            Directory.Delete(_folder[cache], recursive: true);
    }

    /// <summary>As if its plug was pulled: nothing arrives any more, and nobody is told.</summary>
    public void Cut(string machine) => Shell.Ip($"link set {Outside(machine)} down");

    public void Mend(string machine)
    {
        Shell.Ip($"link set {Outside(machine)} up");
        Shell.Ip($"-n {Namespace(machine)} link set up0 up");
    }

    /// <summary>As if it stood still: what is said to it waits, and it says nothing.</summary>
    public void Stop(string machine) => SignalSessions(machine, Signals.Stop);

    public void Continue(string machine) => SignalSessions(machine, Signals.Continue);

    private void SignalSessions(string machine, int signal)
    {
        var others = Processes.Select(p => p.Pid).ToHashSet();
        foreach (
            var session in Children(_daemons[machine].Id)
                .SelectMany(session => Children(session).Prepend(session))
                .Where(pid => !others.Contains(pid))
        )
            Signals.SendIfThere(session, signal);
    }

    private static IEnumerable<int> Children(int pid) =>
        File.ReadAllText($"/proc/{pid}/task/{pid}/children")
            .Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Select(child => int.Parse(child, CultureInfo.InvariantCulture));

    private string? Make()
    {
        if (!File.Exists("/usr/sbin/sshd"))
            return "sshd is not installed; mend: apt-get install openssh-server";
        TestNetworks.RemoveThoseOfTheDead();
        if (!Environment.IsPrivilegedProcess || !Shell.Ran("ip", "netns", "add", Namespace("a")))
            return "CAP_SYS_ADMIN is missing: namespaces can't be made; run it as root";
        _undo.Add(() => Shell.RemoveNamespace(Namespace("a")));
        Shell.Ip($"netns add {Namespace("b")}");
        _undo.Add(() => Shell.RemoveNamespace(Namespace("b")));
        Link("a", net: 0);
        Link("b", net: 1);
        Shell.Ip($"link add ab0 netns {Namespace("a")} type veth peer name ab0 netns {Namespace("b")}");
        Address("a", "ab0", 2, 1);
        Address("b", "ab0", 2, 2);
        MakeKeys();
        Directory.CreateDirectory("/run/sshd");
        Directory.CreateDirectory(_folder["home"]);
        foreach (var machine in _addresses.Keys)
            Serve(machine, machine, Port, $"{Home} XDG_CACHE_HOME={_folder[$"cache-{machine}"]}");
        Serve("bare", "a", BarePort, $"{Home} XDG_CACHE_HOME={SmallDisk()} PATH={BareCommands()}");
        if (File.Exists("/proc/self/ns/time"))
            Serve("ahead", "a", AheadPort, $"{Home} XDG_CACHE_HOME={_folder["cache-a"]}", Ahead);
        _folder.Write("ssh_config", SshConfig());
        _folder.Write("hosts.yaml", HostsFile());
        return null;
    }

    private static readonly string[] Ahead =
    [
        "unshare",
        "--time",
        "--monotonic=360000",
        "--boottime=360000",
        "--fork",
        "--kill-child",
    ];

    private string Home => $"HOME={_folder["home"]}";

    private static string Namespace(string machine) => TestNetworks.Namespace(machine);

    private static string Outside(string machine) => $"pm{TestNetworks.Id}{machine}";

    /// <summary>Its first address is this machine's, its second that machine's.</summary>
    private void Link(string machine, int net)
    {
        Shell.Ip($"link add {Outside(machine)} type veth peer name up0 netns {Namespace(machine)}");
        // At once: what goes with its namespace goes some time later, and would be in the next ones' way.
        _undo.Add(() => Shell.Ran("ip", "link", "del", Outside(machine)));
        Shell.Ip($"addr add {Of(net, 1)}/30 dev {Outside(machine)}");
        Shell.Ip($"link set {Outside(machine)} up");
        Shell.Ip($"-n {Namespace(machine)} link set lo up");
        Address(machine, "up0", net, 2);
        // Each machine reaches this one by any of its addresses.
        Shell.Ip($"-n {Namespace(machine)} route add default via {Of(net, 1)}");
        _addresses[machine] = Of(net, 2);
    }

    private void Address(string machine, string device, int net, int host)
    {
        Shell.Ip($"-n {Namespace(machine)} addr add {Of(net, host)}/30 dev {device}");
        Shell.Ip($"-n {Namespace(machine)} link set {device} up");
    }

    private string Of(int net, int host) => $"198.{_second}.{_third + net}.{host}";

    private void MakeKeys()
    {
        foreach (var key in new[] { "host", "user" })
            Shell.Run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", key, "-f", _folder[key]);
        File.Copy(_folder["user.pub"], _folder["authorized_keys"]);
        var host = string.Join(' ', File.ReadAllText(_folder["host.pub"]).Split(' ')[..2]);
        var names = _addresses.Values.SelectMany(address => new[] { address, $"[{address}]:*" });
        _folder.Write("known", $"{string.Join(',', names)} {host}\n");
        _folder.Write("unknown", "");
    }

    /// <param name="before">Words before its sshd.</param>
    private void Serve(string name, string machine, int port, string environment, IReadOnlyList<string>? before = null)
    {
        var config = _folder.Write(
            $"sshd-{name}",
            $"""
            Port {port}
            HostKey {_folder["host"]}
            AuthorizedKeysFile {_folder["authorized_keys"]}
            PasswordAuthentication no
            KbdInteractiveAuthentication no
            PermitRootLogin prohibit-password
            StrictModes no
            UsePAM no
            PidFile none
            MaxStartups 100
            SetEnv {ProcessOfRun.Variable}={_testId} {environment}

            """
        );
        var daemon = Process.Start(
            new ProcessStartInfo(
                "nsenter",
                [$"--net=/run/netns/{Namespace(machine)}", .. before ?? [], "/usr/sbin/sshd", "-D", "-e", "-f", config]
            )
            {
                RedirectStandardError = true,
            }
        )!;
        _daemons[name] = daemon;
        daemon.ErrorDataReceived += (_, _) => { };
        daemon.BeginErrorReadLine();
        Eventually.True(
            () => Listens(_addresses[machine], port),
            Patience.For(5),
            () => $"sshd of {machine} does not listen on port {port}"
        );
    }

    private static bool Listens(string address, int port)
    {
        try
        {
            using var client = new TcpClient(address, port);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }

    private string SmallDisk()
    {
        var disk = Directory.CreateDirectory(_folder["disk"]).FullName;
        Shell.Run("mount", "-t", "tmpfs", "-o", "size=32k", "none", disk);
        _undo.Add(() => Shell.Ran("umount", disk));
        return disk;
    }

    private string BareCommands()
    {
        var folder = Directory.CreateDirectory(_folder["commands"]).FullName;
        foreach (var command in Commands.Split(' '))
            File.CreateSymbolicLink(
                Path.Combine(folder, command),
                new[] { $"/usr/bin/{command}", $"/bin/{command}" }.First(File.Exists)
            );
        return folder;
    }

    private string SshConfig() =>
        $"""
            {string.Join('\n', _addresses.Select(machine => $"Host {machine.Key}\n  HostName {machine.Value}"))}
            Host bare
              HostName {Of(0, 2)}
              Port {BarePort}
            Host ahead
              HostName {Of(0, 2)}
              Port {AheadPort}
            Host stranger
              HostName {Of(0, 2)}
              UserKnownHostsFile {_folder["unknown"]}
            Host closed
              HostName {Of(0, 2)}
              Port 1
            Host *
              IdentityFile {_folder["user"]}
              User root
              Port {Port}
              IdentitiesOnly yes
              UserKnownHostsFile {_folder["known"]}
              GlobalKnownHostsFile none
              # Pingmark asks for checks whatever is said here.
              StrictHostKeyChecking no

            """;

    private string HostsFile() =>
        $"""
            hosts:
              - name: left
                ssh: a
                bind: {Bind}
              - name: right
                ssh: b
                labels: [lab]
              - name: here
                bind: {Of(0, 1)}
            server: left
            clients: right

            """;

    public void Dispose()
    {
        foreach (var daemon in _daemons.Values)
        {
            daemon.Kill();
            daemon.WaitForExit();
            daemon.Dispose();
        }
        foreach (var process in Processes)
            Shell.Ran("kill", "-9", $"{process.Pid}");
        _undo.Reverse();
        foreach (var undo in _undo)
            undo();
        _folder.Dispose();
    }
}
