using Pingmark.Placement;

namespace Pingmark.Tests.Placement;

/// <summary>An engine that carries scripts nowhere.</summary>
/// <param name="environment">Words <c>NAME=VALUE</c> of the environment that they find.</param>
internal sealed class ThisMachineAsAnother(params string[] environment) : IRemoteShell
{
    public string Name => "sh";
    public bool TellsSignals => true;
    public bool CleansUp => false;
    public TimeSpan LongestOpening => TimeSpan.FromSeconds(30);
    public string WhereToLook => "";

    public IReadOnlyList<string> First(string script, params IEnumerable<string> arguments) =>
        Command(script, arguments);

    public IReadOnlyList<string> Command(string script, params IEnumerable<string> arguments) =>
        ["env", .. environment, "/bin/sh", "-c", script, "sh", .. arguments];

    public SiteFacts Completed(SiteFacts told) => told;

    public string Problem(IReadOnlyList<string> said, string otherwise) => RemoteProblem.Text([], said, otherwise);

    public void Dispose() { }
}
