using Pingmark.Checks;
using Pingmark.Checks.Cells;
using Pingmark.Tests.Evidence;
using Xunit;

namespace Pingmark.Tests.Checks;

public class CorruptAnswersAuditTests
{
    private static readonly CorruptAnswers Audit = new();

    [Fact]
    public void One_wrong_answer_makes_a_cell_invalid() =>
        Audit.Says(
            "corrupt-answers invalid",
            Trial.Evidence(Trial.Of(), Trial.Of(Trial.Window() with { Corrupt = 1 })),
            "1 answers differ"
        );

    [Fact]
    public void Answers_of_slices_count_too() =>
        Audit.Says("corrupt-answers invalid", Trial.Evidence(Trial.Of(slices: Trial.Window() with { Corrupt = 2 })));

    [Fact]
    public void Right_answers_need_no_word() => Audit.IsSilent(Trial.Evidence(Trial.Of()));
}
