namespace Pingmark.Model;

/// <summary>An option that a suite asks stacks for: the stacks' workers know what it means, the reader of the suite
/// does not.</summary>
/// <param name="NamePlace">Where its name is written: <c>suites/x.yaml:4:3</c>.</param>
/// <param name="ValuePlace">Where its value is written.</param>
/// <param name="Key">Its name; with <c>server.</c> or <c>client.</c> before it where it is asked of one side.</param>
/// <param name="Stacks">The stacks of which at least one must have it.</param>
public sealed record AskedOption(
    string NamePlace,
    string ValuePlace,
    string Key,
    string Value,
    IReadOnlyList<string> Stacks
);
