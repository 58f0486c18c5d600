using System.Runtime.CompilerServices;
using System.Text.Json;
using Pingmark.Checks;
using Pingmark.Evidence;
using Pingmark.Results;
using Pingmark.Statistics;

namespace Pingmark.Tests.Statistics;

/// <summary>How starts of processes differed on a real machine, from which the prior of <see cref="StartsMixture"/> is.
/// Written anew from run folders by <c>RECORDED_RUNS=runs/x:runs/y dotnet test tests/unit --filter
/// StartsPriorTests</c>; folders are of one suite.</summary>
internal static class RecordedStarts
{
    private static readonly JsonSerializerOptions Form = new(JsonSerializerDefaults.Web);

    /// <summary>A comparison with its baseline, start by start.</summary>
    /// <param name="Logs">The logarithm of the ratio in each start.</param>
    /// <param name="Variances">The variance of each of these that slices explain.</param>
    public sealed record Comparison(string Cell, double[] Logs, double[] Variances)
    {
        /// <summary>The restricted log-likelihood of a standard deviation from start to start.</summary>
        public double LogLikelihood(double tau)
        {
            var weights = Variances.Select(variance => 1 / (variance + tau * tau)).ToList();
            var mean = Logs.Zip(weights, (log, weight) => weight * log).Sum() / weights.Sum();
            var scatter = Logs.Zip(weights, (log, weight) => weight * (log - mean) * (log - mean)).Sum();
            return (weights.Sum(Math.Log) - Math.Log(weights.Sum()) - scatter) / 2;
        }
    }

    public static IReadOnlyList<Comparison> Load([CallerFilePath] string caller = "")
    {
        var path = Path.Combine(Path.GetDirectoryName(caller)!, "recorded", "starts.json");
        if (Environment.GetEnvironmentVariable("RECORDED_RUNS") is { Length: > 0 } runs)
            File.WriteAllText(path, Text(Of(runs.Split(':'))));
        return JsonSerializer.Deserialize<List<Comparison>>(File.ReadAllText(path), Form)!;
    }

    private static IEnumerable<Comparison> Of(IEnumerable<string> folders) =>
        folders
            .SelectMany(StartsOf)
            .GroupBy(start => start.Cell)
            .Select(cell => new Comparison(
                cell.Key,
                [.. cell.Select(start => Math.Round(start.Log, 4))],
                [.. cell.Select(start => Math.Round(start.Variance, 7))]
            ));

    private static List<(string Cell, double Log, double Variance)> StartsOf(string folder)
    {
        using var run = RunFolder.Open(folder);
        var recorded = run.Read();
        var evidence = new RunEvidence(recorded.Info.Cells, TrialChecks.Judge(recorded.Info.Cells, recorded.Trials));
        return
        [
            .. from headline in evidence.HeadlineRatios()
            where headline.Ratios.IsSliced
            let alike = Autocorrelation.From([headline.Ratios])
            from slices in headline.Ratios.Rounds
            let variance = headline.Ratios.WithinVariance * alike.VarianceOfMean(slices.Count)
            select (headline.A.Label + " " + headline.A.Scenario.Connections, slices.Average(), variance),
        ];
    }

    private static string Text(IEnumerable<Comparison> comparisons) =>
        "[\n" + string.Join(",\n", comparisons.Select(one => JsonSerializer.Serialize(one, Form))) + "\n]\n";
}
