using Pingmark.Formatting;

namespace Pingmark.Suites;

/// <summary>A key of the file in which a user settles something for all commands.</summary>
/// <param name="Key">The key, such as <c>budget</c>.</param>
/// <param name="Variable">The variable of the environment for which it stands, and which comes before it.</param>
/// <param name="Effect">What it does, in Markdown.</param>
/// <param name="Values">Which values it can have, in words.</param>
/// <param name="Read">Gives a value of the variable for a text and the key's name; empty: as if it was not
/// given.</param>
public sealed record UserSetting(
    string Key,
    string Variable,
    string Effect,
    string Values,
    Func<string, string, string> Read
)
{
    /// <summary>Whether it may have several values.</summary>
    public bool IsList { get; init; }

    /// <summary>All keys. The document of commands has the same table.</summary>
    public static IReadOnlyList<UserSetting> All { get; } =
    [
        new(
            "budget",
            Variables.Budget.Name,
            "what `--budget` of `run` and `capacity` is, where it is not given",
            "a duration, such as 2m",
            (text, what) =>
            {
                Formatting.Values.Duration(1)(text, what);
                return text;
            }
        ),
        Of("runs", Variables.Runs, "where runs are written and looked for, where `--out` and `--runs` are not given"),
        new(
            "color",
            "NO_COLOR",
            "whether a terminal gets colours and emphasis",
            "auto or never",
            (text, what) => Formatting.Values.OneOf(["auto", "never"])(text, what) == "never" ? "1" : ""
        ),
        new(
            "nuget_source",
            "RestoreSources",
            "from where builds of workers fetch packages of NuGet, in place of the sources that NuGet's own files name",
            "a URL or a folder",
            Formatting.Values.Text
        ),
        Of("database", Variables.Database, "the database of `history`, where `--db` is not given") with
        {
            Values = "a URL, as that of `PINGMARK_DB`; a file with a password should be yours alone to read",
        },
        Of("workers", Variables.Workers, "folders with more workers than the tree's") with
        {
            Values = "a folder that is there, or a list of them",
            IsList = true,
        },
        new(
            "install",
            Variables.NoInstall.Name,
            "whether Debian packages that workers lack may be installed",
            "true or false",
            (text, what) => Formatting.Values.Flag(text, what) ? "" : "1"
        ),
    ];

    /// <summary>A key whose values are those of one of this program's own variables.</summary>
    private static UserSetting Of(string key, Variable variable, string effect) =>
        new(
            key,
            variable.Name,
            effect,
            variable.Values,
            (text, what) =>
                variable.Allows(text) ? text : throw new BadInputException($"{what} must be {variable.Values}")
        );
}
