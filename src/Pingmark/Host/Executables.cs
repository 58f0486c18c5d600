namespace Pingmark.Host;

/// <summary>Finds the file of a command in PATH, as a shell does.</summary>
public static class Executables
{
    public static string? Find(string command) =>
        (Environment.GetEnvironmentVariable("PATH") ?? "")
            .Split(':', StringSplitOptions.RemoveEmptyEntries)
            .Select(folder => Path.Combine(folder, command))
            .FirstOrDefault(File.Exists);
}
