using Pingmark.Checks;
using Pingmark.Checks.Cells;
using Pingmark.Evidence;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Checks;

public class SharedCoresAuditTests
{
    private static readonly SharedCores Audit = new();

    private static CellEvidence On(string server, string client) =>
        Trial.Evidence(Trial.Of() with { ServerCpus = server, ClientCpus = client });

    [Theory]
    [InlineData("0", "0")]
    [InlineData("0,1", "1-3")]
    public void Sides_that_share_a_core_are_told(string server, string client) =>
        Audit.Says("shared-cores warning", On(server, client), $"server ({server}) and client ({client})");

    [Fact]
    public void Cores_of_their_own_need_no_word() => Audit.IsSilent(On("5000", "5001"));

    [Fact]
    public void Unknown_cores_tell_nothing() => Audit.IsSilent(On("", ""));
}
