using Pingmark.Model;
using Xunit;

namespace Pingmark.Tests.Checks;

public sealed class TunedByEnvironmentTests
{
    [Fact]
    public void An_environment_that_tunes_is_a_warning()
    {
        var conditions = Conditions.Good with { TuningVariables = ["DOTNET_TieredPGO", "LD_PRELOAD"] };
        var note = Assert.Single(conditions.Judge());
        Assert.Equal(AuditVerdict.Warning, note.Verdict);
        Assert.StartsWith("your environment sets DOTNET_TieredPGO, LD_PRELOAD", note.Text);
        Assert.Empty(Conditions.Good.Judge());
    }
}
