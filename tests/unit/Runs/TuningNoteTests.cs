using Pingmark.Model;
using Pingmark.Runs;
using Xunit;

namespace Pingmark.Tests.Runs;

public sealed class TuningNoteTests
{
    [Fact]
    public void An_environment_that_tunes_is_a_warning()
    {
        var note = Assert.Single(TuningNote.Of(["DOTNET_TieredPGO", "LD_PRELOAD"]));
        Assert.Equal(AuditVerdict.Warning, note.Verdict);
        Assert.StartsWith("your environment sets DOTNET_TieredPGO, LD_PRELOAD", note.Text);
    }

    [Fact]
    public void Any_other_is_not_worth_a_word() => Assert.Empty(TuningNote.Of([]));
}
