namespace Pingmark.Host;

/// <summary>What runtimes keep among the temporary files for who debugs or profiles them, and leave there when they are
/// killed: known by the number of the process.</summary>
internal static class RuntimeFiles
{
    /// <summary>Of HotSpot, wherever the temporary files are.</summary>
    private const string AttachFolder = "/tmp";

    /// <param name="pid">Of a process that has ended, and whose number is not given to another one yet.</param>
    public static void Remove(int pid)
    {
        try
        {
            File.Delete($"{AttachFolder}/.java_pid{pid}");
            var folder = Path.GetTempPath();
            foreach (var pattern in new[] { $"clr-debug-pipe-{pid}-*", $"dotnet-diagnostic-{pid}-*" })
            foreach (var file in Directory.GetFileSystemEntries(folder, pattern))
                File.Delete(file);
            foreach (var recording in new DirectoryInfo(folder).GetDirectories($"????_??_??_??_??_??_{pid}"))
                RemoveRecording(recording);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It is somebody else's: of a process that had the same number.
        }
    }

    /// <summary>Flight Recorder's chunks, and nothing that anybody else put there.</summary>
    private static void RemoveRecording(DirectoryInfo recording)
    {
        if (recording.LinkTarget is not null)
            return;
        foreach (var chunk in recording.GetFiles("*.jfr"))
            chunk.Delete();
        recording.Delete();
    }
}
