using System.Text.Json;
using Pingmark.Conformance;

namespace Pingmark.ConformanceTests;

/// <summary>The schedule that conformance expects of a worker is the one of protocol/vectors.</summary>
public class ScheduleTests
{
    [Fact]
    public void ItIsTheOneOfTheVectors()
    {
        using var file = JsonDocument.Parse(File.ReadAllText(Path.Combine(Tree.Root, "protocol/vectors/loads.json")));
        foreach (var vector in file.RootElement.GetProperty("vectors").EnumerateArray())
        {
            long Number(string name) => vector.GetProperty(name).GetInt64();
            string? Word(string name) => vector.TryGetProperty(name, out var word) ? word.GetString() : null;
            var (all, one) = ((int)Number("connections"), (int)Number("connection"));
            var rate = Word("gaps_ns") is null ? Number("rate_per_s") : 0;
            var due = (
                Word("arrivals") switch
                {
                    null => Schedule.Replay(Word("gaps_ns")!, all, one),
                    "uniform" => Schedule.Even(rate, 1, all, one),
                    "bursts" => Schedule.Even(rate, (int)Number("burst"), all, one),
                    _ => Schedule.Poisson(rate, Number("seed"), all, one),
                }
            )
                .Take((int)Number("messages"))
                .ToList();
            Assert.Equal(vector.GetProperty("first_ns").EnumerateArray().Select(n => n.GetInt64()), due.Take(8));
            Assert.Equal((Number("last_ns"), Number("sum_ns")), (due[^1], due.Sum()));
        }
    }
}
