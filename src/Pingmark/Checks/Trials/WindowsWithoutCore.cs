using Pingmark.Model;

namespace Pingmark.Checks.Trials;

/// <summary>Finds trials with a continuous window that was measured again because the client had sent nothing in it:
/// the machine paused for longer than the window, so that its tails are those of a quieter time.</summary>
internal sealed class WindowsWithoutCore()
    : TrialCheck(
        "windows-without-core",
        "The client had no core for all of a continuous window and sent nothing in it; it was measured again.",
        "End what `top` shows, or choose a longer duration: such a pause is missing in the tails."
    )
{
    protected override Finding? FindOne(MeasuredTrial it) =>
        it.Trial.Unbroken is { RepeatedWindows: > 0 and var windows }
            ? Warning(
                "the client had no core for all of a window, which was measured again ({windows} times): such a pause "
                    + "is missing in the tails, and a longer duration has it",
                Count("windows", windows)
            )
            : null;
}
