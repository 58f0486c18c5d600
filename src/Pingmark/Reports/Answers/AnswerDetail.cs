namespace Pingmark.Reports.Answers;

/// <summary>How much an answer tells: as much as its lines have room for.</summary>
/// <param name="Others">How many of those that are as fast, or may be, are named; beyond it they are counted.</param>
/// <param name="IsTerse">Whether several others are counted, and words that can be spared are left out.</param>
/// <param name="FoldsByFastest">Whether scenarios with the same fastest are told together, whoever comes close.</param>
/// <param name="Scenarios">How many parts a class has at most: the first, and the last ones.</param>
/// <param name="Classes">How many classes are told.</param>
/// <param name="IsBare">Whether the heading says what lines are: the fastest of each class, with their
/// figures.</param>
internal sealed record AnswerDetail(
    int Others,
    bool IsTerse,
    bool FoldsByFastest,
    int Scenarios,
    int Classes,
    bool IsBare
)
{
    /// <summary>From all to the least.</summary>
    public static readonly IReadOnlyList<AnswerDetail> Levels =
    [
        Named(3),
        Named(2),
        .. Terse(int.MaxValue, folds: false),
        .. Bare(int.MaxValue, folds: false),
        .. Bare(int.MaxValue, folds: false).Select(WithoutOpenFigures),
        .. Terse(3),
        .. Bare(3),
        .. Terse(2),
        .. Bare(2),
        .. Terse(1),
        .. Bare(1),
        .. Bare(1, classes: 2),
        .. Bare(1, classes: 1),
    ];

    private static AnswerDetail WithoutOpenFigures(AnswerDetail detail) => detail with { HasOpenFigures = false };

    private static AnswerDetail Named(int others) => new(others, false, false, int.MaxValue, int.MaxValue, false);

    private static AnswerDetail[] Terse(int scenarios, bool folds = true) =>
        [.. Few.Select(others => new AnswerDetail(others, true, folds, scenarios, int.MaxValue, false))];

    private static AnswerDetail[] Bare(int scenarios, bool folds = true, int classes = int.MaxValue) =>
        [.. Few.Select(others => new AnswerDetail(others, true, folds, scenarios, classes, true))];

    /// <summary>One other is named while there is room.</summary>
    private static IEnumerable<int> Few => [1, 0];

    /// <summary>Whether the baseline's figures stand where there is no verdict yet.</summary>
    public bool HasOpenFigures { get; private init; } = true;

    /// <summary>Whether all lines are about the last scenario, which the heading names.</summary>
    public bool IsOfLast => IsBare && Scenarios == 1;

    /// <summary>Whether the next best is told.</summary>
    public bool HasNext => !IsTerse && Others > 2;
}
