using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using Pingmark.Model;

namespace Pingmark.Host;

/// <summary>Whether the user said that this machine is busy with something else and wants figures all the
/// same.</summary>
public static class Noise
{
    /// <summary>Whether times are judged as if the machine were quiet, and what others disturbed is used.</summary>
    public static bool IsAccepted => Variables.AcceptNoise.IsOn;
}

/// <summary>A file that keeps a machine's noise between runs in the user's state folder (XDG Base Directory
/// Specification), one for each machine and version of pingmark, because machines may share a home. It is never
/// required, so a file that can't be read is treated as missing.</summary>
public sealed class NoiseFile(string? stateFolder, MachineInfo machine, string machineId)
{
    /// <summary>The path; null where the user has no home folder.</summary>
    public string? Path { get; } =
        stateFolder is null
            ? null
            : System.IO.Path.Combine(stateFolder, "pingmark", $"noise-{Key(machine, machineId)}.json");

    public static NoiseFile OfThisMachine(MachineInfo machine) =>
        new(StateFolder(Environment.GetEnvironmentVariable), machine, MachineId);

    /// <returns>The noise; null when nothing is kept that a plan may go by now.</returns>
    public MachineNoise? Load(DateTimeOffset now)
    {
        try
        {
            return
                Path is not null
                && File.Exists(Path)
                && JsonSerializer.Deserialize<MachineNoise>(File.ReadAllText(Path), ModelJson.Options) is { } noise
                && noise.IsUsableAt(now)
                ? noise
                : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            return null;
        }
    }

    /// <summary>Keeps the noise in place of any other; that of a busy machine is not kept, for it would make plans of a
    /// quiet one worse.</summary>
    /// <returns>Why it can't be kept; null when it is.</returns>
    public string? Save(MachineNoise noise)
    {
        if (!noise.IsFromQuietMachine)
            return string.Create(
                CultureInfo.InvariantCulture,
                $"others used {100 * noise.ForeignShare:0} % of the cores, and plans go by the noise of a quiet machine"
            );
        if (Path is null)
            return "there is no home folder to keep it in; set XDG_STATE_HOME";
        try
        {
            Directory.CreateDirectory(System.IO.Path.GetDirectoryName(Path)!);
            PlainFile.Write(Path, JsonSerializer.Serialize(noise, ModelJson.Options) + "\n");
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return e.Message;
        }
    }

    internal static string? StateFolder(Func<string, string?> variable) =>
        UserFolder.Find(variable, "XDG_STATE_HOME", ".local/state");

    private static string MachineId => KernelFile.FirstLine("/etc/machine-id") ?? Environment.MachineName;

    private static string Key(MachineInfo machine, string id) =>
        Convert.ToHexStringLower(
            SHA256.HashData(
                Encoding.UTF8.GetBytes(
                    string.Join('\n', id, machine.Cpu, machine.Cores, machine.Kernel, machine.PingmarkVersion)
                )
            )
        )[..16];
}
