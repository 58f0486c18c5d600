using Pingmark.Formatting;

namespace Pingmark.Suites;

/// <summary>Reads what a user has settled for all of their commands: YAML, of which every problem is reported with its
/// place. Each key stands for a variable of the environment.</summary>
public static class SettingsFile
{
    /// <param name="path">The file; it need not be there.</param>
    /// <param name="home">The folder that <c>~/</c> stands for; null where the user has none.</param>
    /// <returns>The variables' values, by their names; none where there is no file.</returns>
    /// <exception cref="BadInputException">The file can't be read, or something in it is wrong. The message repeats no
    /// value that may be a secret.</exception>
    public static IReadOnlyDictionary<string, string> Load(string path, string? home) =>
        File.Exists(path)
            ? Parse(SuiteFile.Text(path), SuiteFile.Shown(path), home)
            : new Dictionary<string, string>(StringComparer.Ordinal);

    internal static IReadOnlyDictionary<string, string> Parse(string text, string fileName, string? home)
    {
        var (problems, values) = (new Problems(), new Dictionary<string, string>(StringComparer.Ordinal));
        var root = SuiteYaml.Read(
            text,
            mark => new Place(fileName, (int)Math.Max(1, mark.Line), (int)Math.Max(1, mark.Column)),
            problems
        );
        if (root is MapNode map)
            Read(new MapReader(map, "", problems, [.. UserSetting.All.Select(setting => setting.Key)]), home, values);
        else if (root is not (null or TextNode { IsMissing: true }))
            problems.Add(root.Place, $"settings must be a mapping of keys to values, not {root.Described}");
        problems.ThrowIfAny();
        return values;
    }

    private static void Read(MapReader file, string? home, Dictionary<string, string> values)
    {
        foreach (var setting in UserSetting.All)
        {
            var read = setting.IsList ? file.Many(setting.Key, One, "") : [file.One(setting.Key, One, "")];
            if (string.Join(Path.PathSeparator, read.Where(value => value.Length > 0)) is { Length: > 0 } value)
                values[setting.Variable] = value;

            string One(string text, string what) => setting.Read(AtHome(text, home), what);
        }
    }

    private static string AtHome(string text, string? home) =>
        text.StartsWith("~/", StringComparison.Ordinal) && home is not null ? Path.Combine(home, text[2..]) : text;
}
