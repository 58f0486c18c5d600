namespace Pingmark.Host;

/// <summary>Looks commands up as a shell would.</summary>
public static class Executables
{
    public static string? Find(string command) =>
        (Environment.GetEnvironmentVariable("PATH") ?? "")
            .Split(':', StringSplitOptions.RemoveEmptyEntries)
            .Select(folder => Path.Combine(folder, command))
            .FirstOrDefault(File.Exists);
}
