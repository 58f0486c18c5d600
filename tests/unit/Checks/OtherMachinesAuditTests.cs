using Pingmark.Checks;
using Pingmark.Checks.Cells;
using Pingmark.Model;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Checks;

/// <summary>What is another matter, or none, between two machines.</summary>
public class OtherMachinesAuditTests
{
    private static TrialRecord Between(string server, string client) =>
        Trial.Of() with
        {
            OnTwoMachines = true,
            ServerCpus = "0",
            ClientCpus = "0",
            Versions = new Dictionary<string, string> { ["server"] = server, ["client"] = client },
        };

    [Fact]
    public void Cores_of_one_name_are_not_shared() => new SharedCores().IsSilent(Trial.Evidence(Between("a", "a")));

    [Theory]
    [InlineData("OpenJDK 17 (G1)", "OpenJDK 17 (Serial)", null)]
    [InlineData("OpenJDK 17 (G1)", "OpenJDK 21 (G1)", "the server is OpenJDK 17 (G1), and the client OpenJDK 21 (G1)")]
    public void Another_version_of_the_stack_is_told(string server, string client, string? told)
    {
        var audit = new MixedVersions();
        var evidence = Trial.Evidence(Between(server, client));
        if (told is null)
            audit.IsSilent(evidence);
        else
            audit.Says("mixed-versions warning", evidence, told);
    }
}
