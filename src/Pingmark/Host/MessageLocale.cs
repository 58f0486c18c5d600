namespace Pingmark.Host;

/// <summary>Workers speak English, as the controller does: the texts of the C library are in their reasons.</summary>
internal static class MessageLocale
{
    /// <summary>Nothing else of the locale changes: <c>LC_ALL</c>, which beats every other, becomes what holds where
    /// nothing is said.</summary>
    public static void MakeEnglish(IDictionary<string, string?> environment)
    {
        if (environment.TryGetValue("LC_ALL", out var all) && !string.IsNullOrEmpty(all))
        {
            foreach (var name in environment.Keys.Where(IsCategory).ToList())
                environment.Remove(name);
            environment["LANG"] = all;
        }
        environment.Remove("LC_ALL");
        environment["LC_MESSAGES"] = "C";
    }

    private static bool IsCategory(string name) => name.StartsWith("LC_", StringComparison.Ordinal);
}
