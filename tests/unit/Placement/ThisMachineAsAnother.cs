using Pingmark.Placement;
using Pingmark.Placement.Engines;

namespace Pingmark.Tests.Placement;

/// <summary>A shell that carries scripts nowhere.</summary>
/// <param name="environment">Words <c>NAME=VALUE</c> of the environment that they find.</param>
internal sealed class ThisMachineAsAnother(params string[] environment) : RemoteShell
{
    public override string Name => "sh";
    public override TimeSpan LongestOpening => TimeSpan.FromSeconds(30);
    public override string WhereToLook => "";

    public override IReadOnlyList<string> Command(string script, params IEnumerable<string> arguments) =>
        ["env", .. environment, "/bin/sh", "-c", script, "sh", .. arguments];
}
