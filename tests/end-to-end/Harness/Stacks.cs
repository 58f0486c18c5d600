using System.Text.Json;
using System.Text.Json.Nodes;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>The stacks that `pingmark list stacks` calls available, as their workers describe them.</summary>
internal static class Stacks
{
    private static Task<IReadOnlyList<DescribedStack>>? _available;

    /// <summary>Asked once: nothing is built or removed while the tests run.</summary>
    public static Task<IReadOnlyList<DescribedStack>> AvailableAsync(CommandLineUser user) =>
        _available ??= FindAsync(user);

    private static async Task<IReadOnlyList<DescribedStack>> FindAsync(CommandLineUser user)
    {
        var lines = (await user.RunAsync("list", "stacks"))
            .Exits(0)
            .Output.Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries));
        var available = lines.Where(words => words is [_, "available"]).Select(words => words[0]).ToHashSet();
        var described = await Task.WhenAll(
            Directory
                .GetFiles(
                    Repository.Workers,
                    "worker.json",
                    new EnumerationOptions { RecurseSubdirectories = true, MaxRecursionDepth = 2 }
                )
                .Order()
                .Select(manifest => DescribeAsync(manifest, available))
        );
        return described.SelectMany(stacks => stacks).ToList();
    }

    private static async Task<IReadOnlyList<DescribedStack>> DescribeAsync(string manifest, HashSet<string> available)
    {
        var stacks = JsonDocument
            .Parse(File.ReadAllText(manifest))
            .RootElement.GetProperty("stacks")
            .EnumerateArray()
            .Select(id => id.GetString()!)
            .Where(available.Contains)
            .ToList();
        if (stacks.Count == 0)
            return [];
        await using var worker = SpokenWorker.Start(manifest);
        var described = new List<DescribedStack>();
        foreach (var id in stacks)
            described.Add(new(id, manifest, await worker.OkAsync("describe", new JsonObject { ["stack"] = id })));
        return described;
    }
}
