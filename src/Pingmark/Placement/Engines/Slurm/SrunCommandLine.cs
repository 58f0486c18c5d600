using System.Net;
using System.Net.Sockets;

namespace Pingmark.Placement.Engines.Slurm;

/// <summary>Reaches one node of a Slurm job by steps of one task each. Steps share what the job has, so that no step
/// waits for another one's end.</summary>
/// <param name="address">The address by which Slurm reaches the node; null where Slurm does not say it.</param>
internal sealed class SrunCommandLine(string job, string node, IPAddress? address) : RemoteShell
{
    /// <summary>The variables that would change the streams, or give a step only a part of the job's cores.</summary>
    private static readonly string[] Unwanted =
    [
        "SLURM_LABELIO",
        "SLURM_STDINMODE",
        "SLURM_STDOUTMODE",
        "SLURM_STDERRMODE",
        "SLURM_UNBUFFEREDIO",
        "SLURM_EXACT",
        "SLURM_EXCLUSIVE",
        "SLURM_CPUS_PER_TASK",
        "SRUN_CPUS_PER_TASK",
        "SLURM_NTASKS_PER_NODE",
    ];

    private static readonly string[] Always =
    [
        "--nodes=1",
        "--ntasks=1",
        "--overlap",
        "--mpi=none",
        "--cpu-bind=none",
        // The folder of this command may be nowhere else.
        "--chdir=/",
    ];

    public override string Name => "srun";

    /// <summary>True, because a process beside srun cancels its step: a step's stdin does not end with its
    /// srun.</summary>
    public override bool CleansUp => true;

    public override string WhereToLook => "look at its state (`sinfo --Node --long`) and at its slurmd";

    public override IReadOnlyList<string> Command(string script, params IEnumerable<string> arguments) =>
        [
            "env",
            .. Unwanted.SelectMany(variable => new[] { "-u", variable }),
            "srun",
            $"--jobid={job}",
            $"--nodelist={node}",
            .. Always,
            "/bin/sh",
            "-c",
            script,
            "sh",
            .. arguments,
        ];

    public override SiteFacts CompleteFacts(SiteFacts told) =>
        told with
        {
            Address = address,
            Ours = address is null ? null : FindOwnAddress(address),
        };

    protected override IReadOnlyList<(string Said, string Meaning)> KnownProblems => SlurmProblems.All;

    /// <summary>Finds the address of this machine from which another machine is reached; nothing is sent.</summary>
    private static IPAddress? FindOwnAddress(IPAddress theirs)
    {
        const int AnyPort = 9;
        try
        {
            using var socket = new Socket(theirs.AddressFamily, SocketType.Dgram, ProtocolType.Udp);
            socket.Connect(theirs, AnyPort);
            return (socket.LocalEndPoint as IPEndPoint)?.Address;
        }
        catch (SocketException)
        {
            return null;
        }
    }
}
