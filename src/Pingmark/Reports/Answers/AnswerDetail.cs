namespace Pingmark.Reports.Answers;

/// <summary>How much an answer tells: as much as its lines have room for.</summary>
/// <param name="Others">How many of those that are as fast, or may be, are named; beyond it they are counted.</param>
/// <param name="FoldsByFastest">Whether scenarios with the same fastest are told together, whoever comes close.</param>
/// <param name="Scenarios">How many parts a class has at most: the first, and the last ones.</param>
/// <param name="Classes">How many classes are told.</param>
/// <param name="HasNext">Whether the next best is told.</param>
/// <param name="HasFigures">Whether the fastest ones' figures are told.</param>
internal sealed record AnswerDetail(
    int Others,
    bool FoldsByFastest,
    int Scenarios,
    int Classes,
    bool HasNext,
    bool HasFigures
)
{
    /// <summary>From all to the least.</summary>
    public static readonly IReadOnlyList<AnswerDetail> Levels =
    [
        new(3, false, int.MaxValue, int.MaxValue, true, true),
        new(2, false, int.MaxValue, int.MaxValue, false, true),
        new(1, false, 4, int.MaxValue, false, true),
        new(1, true, 3, int.MaxValue, false, true),
        new(1, true, 2, int.MaxValue, false, true),
        new(0, true, 2, int.MaxValue, false, true),
        new(0, true, 1, int.MaxValue, false, true),
        new(0, true, 1, 4, false, false),
        new(0, true, 1, 2, false, false),
    ];
}
