using System.Globalization;
using System.Net;
using System.Runtime.InteropServices;
using Pingmark.Host;
using Pingmark.Model;

namespace Pingmark.Placement;

/// <summary>What a machine says of itself (<see cref="RemoteScripts.Agent"/>): a line has a name and a value. The
/// machine may be somebody else's, so numbers are checked and texts are shown plain.</summary>
public sealed record SiteFacts
{
    public required MachineInfo Machine { get; init; }
    public required string Id { get; init; }
    public string Architecture { get; init; } = "";
    public string Clock { get; init; } = "";
    public IReadOnlyList<int> Cores { get; init; } = [];
    public long? MostReceiveBufferBytes { get; init; }
    public long? MostSendBufferBytes { get; init; }

    /// <summary>The other machine's address of the connection, and this machine's; null where they are
    /// unknown.</summary>
    public IPAddress? Address { get; init; }
    public IPAddress? Ours { get; init; }

    /// <summary>The commands with which workers are started, and which the machine lacks.</summary>
    public IReadOnlyList<string> Lacks { get; init; } = [];

    /// <param name="version">The version of the workers that run there, which is this program's.</param>
    /// <exception cref="FormatException">A line is missing, or does not have what it should have.</exception>
    public static SiteFacts Read(IEnumerable<string> lines, string version)
    {
        var facts = lines
            .Select(line => line.Split(' ', 2))
            .Where(words => words.Length == 2)
            .GroupBy(words => words[0])
            .ToDictionary(same => same.Key, same => TerminalSafeText.Plain(same.First()[1].Trim()));
        var cores = CoreList.Parse(Text("cores"));
        // SSH_CONNECTION: the client's address and port, then the server's.
        var connection = Text("connection").Split(' ');
        return new()
        {
            Id = Text("machine") is { Length: > 0 } id ? id : throw new FormatException("it tells no boot_id"),
            Machine = new()
            {
                Cpu = Text("cpu", "unknown"),
                Cores = cores.Count,
                Kernel = Text("kernel", "unknown"),
                Os = Text("os", "unknown").Trim('"'),
                CongestionControl = Text("congestion", "unknown"),
                PingmarkVersion = version,
            },
            Architecture = Word("arch"),
            Clock = Text("clock"),
            Cores = cores.Count > 0 ? cores : throw new FormatException("it tells no cores"),
            MostReceiveBufferBytes = Number("rmem"),
            MostSendBufferBytes = Number("wmem"),
            Address = IPAddress.TryParse(connection.ElementAtOrDefault(2), out var theirs) ? theirs : null,
            Ours = IPAddress.TryParse(connection.ElementAtOrDefault(0), out var ours) ? ours : null,
            // Only known names: a message shows them beside a command that installs them.
            Lacks = RemoteScripts.Needs.Split(' ').Intersect(Text("lacks").Split(' ')).ToList(),
        };

        string Word(string name) =>
            Text(name) is var word && word.All(c => char.IsAsciiLetterOrDigit(c) || c is '_' or '-') ? word : "unknown";

        string Text(string name, string otherwise = "") =>
            facts.GetValueOrDefault(name) is { Length: > 0 } text ? text : otherwise;

        long? Number(string name) =>
            long.TryParse(Text(name), NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;
    }

    /// <summary>Asks this machine for its own facts.</summary>
    public static SiteFacts OfThisMachine()
    {
        return new()
        {
            Id = KernelFile.FirstLine(BootId) ?? "here",
            Machine = Host.Machine.Read(),
            Architecture = ArchitectureOf(RuntimeInformation.OSArchitecture),
            Clock = KernelFile.FirstLine(ClockSource) ?? "",
            Cores = Host.Machine.AvailableCores(),
            MostReceiveBufferBytes = NumberIn("/proc/sys/net/core/rmem_max"),
            MostSendBufferBytes = NumberIn("/proc/sys/net/core/wmem_max"),
        };
    }

    /// <summary>Names an architecture as uname does.</summary>
    private static string ArchitectureOf(Architecture architecture) =>
        architecture switch
        {
            System.Runtime.InteropServices.Architecture.X64 => "x86_64",
            System.Runtime.InteropServices.Architecture.Arm64 => "aarch64",
            _ => architecture.ToString().ToLowerInvariant(),
        };

    internal const string BootId = "/proc/sys/kernel/random/boot_id";
    internal const string ClockSource = "/sys/devices/system/clocksource/clocksource0/current_clocksource";

    private static long? NumberIn(string file) =>
        long.TryParse(KernelFile.FirstLine(file), CultureInfo.InvariantCulture, out var number) ? number : null;
}
