namespace Pingmark.Host;

/// <summary>Makes workers write English messages, as the controller does: their reasons hold texts of the C
/// library.</summary>
internal static class MessageLocale
{
    /// <summary>Sets the language of messages and keeps the rest of the locale: <c>LC_ALL</c>, which has precedence
    /// over every other, becomes the default <c>LANG</c>.</summary>
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
