using Pingmark.Checks.Machines;
using Pingmark.Evidence;
using Pingmark.Model;

namespace Pingmark.Checks;

/// <summary>A check of one trial.</summary>
internal abstract class TrialCheck(string id, string meaning, string remedy)
    : Check<MeasuredTrial>(new(id, CheckScope.Trial, meaning, remedy));

/// <summary>A check of all trials of a cell.</summary>
internal abstract class CellCheck(
    string id,
    string meaning,
    string remedy,
    bool needsNoCountedTrial = false,
    bool failsCommand = false,
    string mark = "",
    string inAnswer = ""
)
    : Check<CellEvidence>(
        new(id, CheckScope.Cell, meaning, remedy)
        {
            NeedsNoCountedTrial = needsNoCountedTrial,
            FailsCommand = failsCommand,
            Mark = mark,
            InAnswer = inAnswer,
        }
    );

/// <summary>A check of cells that differ in one thing alone.</summary>
internal abstract class PairCheck(string id, string meaning, string remedy)
    : Check<IReadOnlyList<CellSummary>>(new(id, CheckScope.Pair, meaning, remedy));

/// <summary>A check of a whole run.</summary>
internal abstract class RunCheck(
    string id,
    string meaning,
    string remedy,
    bool comesFirst = false,
    string inAnswer = ""
) : Check<MeasuredRun>(new(id, CheckScope.Run, meaning, remedy) { ComesFirst = comesFirst, InAnswer = inAnswer });

/// <summary>A check of one cell of a search for capacities.</summary>
internal abstract class SearchCheck(string id, string meaning, string remedy)
    : Check<SearchedCell>(new(id, CheckScope.Search, meaning, remedy));

/// <summary>A check of the machine, as <c>doctor</c> reads and measures it.</summary>
internal abstract class MachineCheck(string id, string meaning, string remedy)
    : Check<MachineFacts>(new(id, CheckScope.Machine, meaning, remedy));

/// <summary>A check of the conditions under which a run begins.</summary>
internal abstract class ConditionCheck(string id, string meaning, string remedy)
    : Check<RunConditions>(new(id, CheckScope.Machine, meaning, remedy));
