using System.Text.Json;
using System.Text.Json.Serialization;

namespace Pingmark.Conformance;

/// <summary>All cases: those that lines alone can show are transcripts, a file each; what the others are is told beside
/// their code.</summary>
public static class ConformanceCases
{
    private static readonly JsonSerializerOptions Format = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.KebabCaseLower, allowIntegerValues: false) },
    };

    /// <param name="root">The source tree, for the transcripts.</param>
    /// <returns>In the order in which they are run: what the later ones build on comes first.</returns>
    /// <exception cref="BadInputException">A transcript is no JSON, or has words that nobody knows.</exception>
    public static IReadOnlyList<ConformanceCase> Load(string root)
    {
        var ofCode = OfCode();
        var groups = ofCode.Select(Group).Distinct().ToList();
        var transcripts = Directory
            .EnumerateFiles(Path.Combine(root, "protocol", "transcripts", "cases"), "*.jsonl")
            .Order(StringComparer.Ordinal)
            .Select(Transcript);
        return [.. ofCode.Concat(transcripts).OrderBy(one => (uint)groups.IndexOf(Group(one)))];
    }

    private static string Group(ConformanceCase one) => one.Id.Split('.')[0];

    private static List<ConformanceCase> OfCode()
    {
        using var file = typeof(ConformanceCases).Assembly.GetManifestResourceStream("cases.jsonl")!;
        using var lines = new StreamReader(file);
        return [.. lines.ReadToEnd().TrimEnd().Split('\n').Select(Read<ConformanceCase>)];
    }

    /// <summary>A file whose first line is the case.</summary>
    private static ConformanceCase Transcript(string path)
    {
        var lines = File.ReadAllLines(path);
        try
        {
            var one = Read<ConformanceCase>(lines[0]) with { Lines = [.. lines.Skip(1).Select(Read<TranscriptLine>)] };
            return one.Id == Path.GetFileNameWithoutExtension(path) && one.IsTranscript
                ? one
                : throw new BadInputException($"{path}: the case is {one.Id}, with {one.Lines.Count} lines");
        }
        catch (JsonException e)
        {
            throw new BadInputException($"{path}: {e.Message}");
        }
    }

    private static T Read<T>(string line) => JsonSerializer.Deserialize<T>(line, Format)!;
}
