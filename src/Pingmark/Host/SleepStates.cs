using Pingmark.Model;

namespace Pingmark.Host;

/// <summary>
/// Keeps the cores awake: while /dev/cpu_dma_latency is held open with 0 in it, the kernel lets no core into a sleep
/// state that takes time to leave (Documentation/power/pm_qos_interface.rst).
/// </summary>
public sealed class SleepStates : IDisposable
{
    public const string Device = "/dev/cpu_dma_latency";

    /// <summary>The note for figures that were measured meanwhile.</summary>
    public static readonly Note Note = new(
        "no-sleep-states",
        AuditVerdict.Note,
        $"the cores were kept awake ({Device} held at 0): blocking stacks are faster than where cores may sleep"
    );

    private readonly FileStream _held;

    private SleepStates(FileStream held) => _held = held;

    /// <summary>Keeps the cores awake until the result is disposed of, or this process ends.</summary>
    /// <exception cref="BadInputException">The device is missing, or this user may not write it; the message tells what
    /// mends it.</exception>
    public static SleepStates Forbid(string device = Device)
    {
        try
        {
            // Unbuffered: the kernel takes four bytes at once.
            var held = new FileStream(device, FileMode.Open, FileAccess.Write, FileShare.ReadWrite, bufferSize: 0);
            held.Write(BitConverter.GetBytes(0));
            return new(held);
        }
        catch (UnauthorizedAccessException)
        {
            throw new BadInputException(
                $"--no-sleep-states has to write {device}, which {Environment.UserName} may not: run pingmark as root, "
                    + $"or once `sudo setfacl -m u:{Environment.UserName}:rw {device}`"
            );
        }
        catch (IOException e)
        {
            throw new BadInputException(
                $"--no-sleep-states has to write {device}: {e.Message}; in a container it needs --device {device}, and "
                    + "a machine without it can be measured with spinning stacks"
            );
        }
    }

    public void Dispose() => _held.Dispose();
}
