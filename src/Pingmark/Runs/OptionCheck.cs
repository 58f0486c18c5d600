using Pingmark.Model;
using Pingmark.Schema;
using Pingmark.Workers;

namespace Pingmark.Runs;

/// <summary>Checks the options that a suite asks for against those that stacks describe.</summary>
public static class OptionCheck
{
    /// <param name="availability">Which stacks can be started here; the others are not asked.</param>
    /// <exception cref="BadInputException">Stacks lack options, or do not take their values; one line for each
    /// problem.</exception>
    public static async Task RequireAsync(
        IReadOnlyList<AskedOption> asked,
        IWorkerStarter starter,
        Func<string, Availability> availability,
        CancellationToken cancel
    )
    {
        var described = new Dictionary<string, StackDescription>();
        foreach (var stack in asked.SelectMany(option => option.Stacks).Distinct())
            if (availability(stack).IsAvailable)
                described[stack] = await StackDescription.AskAsync(starter, stack, cancel);
        var problems = asked
            .Where(option => option.Stacks.All(described.ContainsKey))
            .Select(option => FindProblem(option, option.Stacks.Select(stack => described[stack]).ToList()))
            .OfType<string>()
            .Distinct()
            .ToList();
        if (problems.Count > 0)
            throw new BadInputException(string.Join('\n', problems));
    }

    /// <param name="stacks">The stacks, one of which must have the option.</param>
    /// <returns>What is wrong, with its place in the file; null if nothing is.</returns>
    internal static string? FindProblem(AskedOption asked, IReadOnlyList<StackDescription> stacks)
    {
        var name = StackOptions.RemoveSide(asked.Key);
        var known = stacks.SelectMany(stack => stack.Options).Where(option => option.Name == name).ToList();
        if (known.Count == 0)
            return $"{asked.NamePlace}: "
                + TerminalSafeText.Plain(
                    stacks.OrderByDescending(stack => stack.HasSimilarOption(name)).First().UnknownOptionMessage(name)
                );
        var side = asked.Key == name ? null : asked.Key.Split('.')[0];
        if (side is not null && !known.Exists(option => option.IsOf(side)))
            return $"{asked.NamePlace}: {OptionKeys.Group}.{asked.Key}: "
                + $"'{name}' is an option of the {known[0].Role} only";
        var problem = known
            .Select(option => option.Problem(OptionKeys.Value(asked.Value, name), $"{OptionKeys.Group}.{asked.Key}"))
            .FirstOrDefault(problem => problem is not null);
        return problem is null ? null : $"{asked.ValuePlace}: {TerminalSafeText.Plain(problem)}";
    }
}
