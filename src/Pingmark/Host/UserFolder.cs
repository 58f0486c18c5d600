namespace Pingmark.Host;

/// <summary>Finds folders of a user, as the XDG Base Directory Specification names them; it says that relative paths
/// are ignored.</summary>
public static class UserFolder
{
    /// <summary>The folder of what can be made again; null where the user has no home folder.</summary>
    public static string? Cache => Of(Environment.GetEnvironmentVariable, "XDG_CACHE_HOME", ".cache");

    /// <summary>The folder of what a user settles; null where the user has no home folder.</summary>
    public static string? Config => Of(Environment.GetEnvironmentVariable, "XDG_CONFIG_HOME", ".config");

    /// <param name="variable">Gives a variable's value.</param>
    /// <param name="name">The variable that names the folder.</param>
    /// <param name="usual">The folder in the home folder that is used when the variable is not set.</param>
    internal static string? Of(Func<string, string?> variable, string name, string usual) =>
        variable(name) is { } named && Path.IsPathRooted(named) ? named
        : variable("HOME") is { } home && Path.IsPathRooted(home) ? Path.Combine(home, usual)
        : null;
}
