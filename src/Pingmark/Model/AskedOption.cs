namespace Pingmark.Model;

/// <summary>An option that a suite asks of stacks, which they know and the suite's reader doesn't.</summary>
/// <param name="NamePlace">Where its name is written: <c>suites/x.yaml:4:3</c>.</param>
/// <param name="ValuePlace">Where this value is.</param>
/// <param name="Key">Its name, with a side before it where it is of one.</param>
/// <param name="Stacks">Those of which one must have it.</param>
public sealed record AskedOption(
    string NamePlace,
    string ValuePlace,
    string Key,
    string Value,
    IReadOnlyList<string> Stacks
);
