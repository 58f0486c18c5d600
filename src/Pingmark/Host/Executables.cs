namespace Pingmark.Host;

/// <summary>Programs as files.</summary>
public static class Executables
{
    /// <summary>Finds the file of a command in PATH, as a shell does.</summary>
    public static string? Find(string command) =>
        (Environment.GetEnvironmentVariable("PATH") ?? "")
            .Split(':', StringSplitOptions.RemoveEmptyEntries)
            .Select(folder => Path.Combine(folder, command))
            .FirstOrDefault(File.Exists);

    /// <summary>Whether the owner of a file, which is there, may execute it.</summary>
    public static bool IsExecutable(string file) =>
        !OperatingSystem.IsWindows() && File.GetUnixFileMode(file).HasFlag(UnixFileMode.UserExecute);
}
