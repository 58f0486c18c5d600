namespace Pingmark.TestRun.Setup;

/// <summary>What a layer wants of Debian.</summary>
/// <param name="Tool">A command, or a file; the shell's wildcards may be in it.</param>
/// <param name="Packages">Those that bring it.</param>
internal sealed record Need(string Tool, params IReadOnlyList<string> Packages)
{
    public async Task<bool> IsMetAsync() =>
        (await TestRun.Tool.LinesAsync("sh", "-c", $"command -v {Tool} || ls -d {Tool} 2>/dev/null")).Count > 0;

    /// <returns>Those that are not there.</returns>
    public static async Task<IReadOnlyList<Need>> UnmetAsync(IEnumerable<Need> needs)
    {
        var unmet = new List<Need>();
        foreach (var need in needs.DistinctBy(need => need.Tool))
            if (!await need.IsMetAsync())
                unmet.Add(need);
        return unmet;
    }
}
