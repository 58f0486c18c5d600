namespace Pingmark.Ui;

/// <summary>A suite that may be started.</summary>
/// <param name="About">What it shows; empty where that is not known.</param>
public sealed record SuiteChoice(string Name, string About = "")
{
    public static implicit operator SuiteChoice(string name) => new(name);
}

/// <summary>What a form asks to be started.</summary>
/// <param name="Budget">The budget as <c>--budget</c> takes it; empty for the suite's.</param>
/// <param name="Stacks">The stacks as <c>--stacks</c> takes them; empty for the suite's.</param>
internal sealed record StartForm(string Suite, string Budget, string Stacks)
{
    /// <summary>Why it was refused; empty where it was not.</summary>
    public string Problem { get; init; } = "";
}
