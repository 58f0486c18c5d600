namespace Pingmark.Host;

/// <summary>Removes what runtimes keep among the temporary files for debuggers and profilers, and leave there when they
/// are killed: the files have the process's id in their names.</summary>
internal static class RuntimeFiles
{
    /// <summary>The folder of HotSpot's files, wherever the temporary files are.</summary>
    private const string AttachFolder = "/tmp";

    /// <param name="pid">The id of a process that has ended, and that no other process has got yet.</param>
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
                if (recording.LinkTarget is null)
                {
                    // Of Flight Recorder; nothing that anybody else put there.
                    foreach (var chunk in recording.GetFiles("*.jfr"))
                        chunk.Delete();
                    recording.Delete();
                }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It is somebody else's: of a process that had the same number.
        }
    }
}
