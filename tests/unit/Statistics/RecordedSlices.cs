using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization;
using Pingmark.Model;
using Pingmark.Results;
using Pingmark.Statistics;

namespace Pingmark.Tests.Statistics;

/// <summary>
/// Slices that were measured: a stack beside itself, C++, Java and .NET, 1 and 16 connections. Written anew from run
/// folders by <c>RECORDED_RUNS=runs/x:runs/y dotnet test tests/unit --filter ReplayTests</c>; each folder is of
/// <c>pingmark run quick --stacks a=STACK,b=STACK --rounds 4 --set duration=1200ms --set slice=35ms</c>.
/// </summary>
internal static class RecordedSlices
{
    /// <summary>Rates of one generation of processes, a message a second; slices of one pass have one index.</summary>
    public sealed record Generation(string Stack, int Connections, long[] A, long[] B)
    {
        [JsonIgnore]
        public IReadOnlyList<double> Logs => A.Zip(B, (a, b) => Math.Log((double)a / b)).ToList();
    }

    private const int FewestSlices = 12;

    private static readonly JsonSerializerOptions Form = new(JsonSerializerDefaults.Web);

    public static IReadOnlyList<Generation> Load([CallerFilePath] string caller = "")
    {
        var path = Path.Combine(Path.GetDirectoryName(caller)!, "recorded", "slices.json");
        if (Environment.GetEnvironmentVariable("RECORDED_RUNS") is { Length: > 0 } runs)
            File.WriteAllText(path, Text(runs.Split(':').SelectMany(Of)));
        return JsonSerializer.Deserialize<List<Generation>>(File.ReadAllText(path), Form)!;
    }

    /// <summary>
    /// One A/A comparison of so many rounds. A recorded generation's own mean is mostly that of its few slices, so it
    /// is taken off, and a known share of the processes put in its place; what is left is how real slices scatter. Runs
    /// of four are drawn with replacement, in a random order of the two sides, which are equal.
    /// </summary>
    public static LogarithmsByRound Draw(
        Random random,
        IReadOnlyList<Generation> recorded,
        int rounds,
        int slices,
        double processNoise
    ) =>
        new(
            Enumerable
                .Range(0, rounds)
                .Select(_ =>
                    Draw(random, recorded[random.Next(recorded.Count)].Logs, slices, processNoise * random.Normal())
                )
                .ToList()
        );

    private static IReadOnlyList<double> Draw(Random random, IReadOnlyList<double> logs, int slices, double process)
    {
        var sign = random.Next(2) == 0 ? 1 : -1;
        var mean = logs.Average();
        var drawn = new List<double>();
        while (drawn.Count < slices)
        {
            var start = random.Next(logs.Count - 3);
            drawn.AddRange(logs.Skip(start).Take(4).Select(log => process + sign * (log - mean)));
        }
        return drawn.Take(slices).ToList();
    }

    private static IEnumerable<Generation> Of(string folder)
    {
        var run = RunFolder.Open(folder);
        var cells = run.ReadInfo().Cells.ToDictionary(c => c.Id);
        return from trial in run.Read().Trials
            where trial.Status == CellStatus.Ok && trial.SliceRatesPerS.Count >= FewestSlices
            group trial by (trial.Block, cells[trial.Cell].Stack, cells[trial.Cell].Scenario.Connections) into pair
            where pair.Count() == 2
            let sides = pair.Select(t => t.SliceRatesPerS.Select(rate => Math.Max(1, (long)rate)).ToArray()).ToList()
            where sides[0].Length == sides[1].Length
            select new Generation(pair.Key.Stack, pair.Key.Connections, sides[0], sides[1]);
    }

    private static string Text(IEnumerable<Generation> generations) =>
        "[\n" + string.Join(",\n", generations.Select(g => JsonSerializer.Serialize(g, Form))) + "\n]\n";
}
