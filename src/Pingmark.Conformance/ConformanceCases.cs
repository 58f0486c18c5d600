using System.Text.Json;
using System.Text.Json.Serialization;

namespace Pingmark.Conformance;

/// <summary>Loads all cases. Those that lines alone can show are transcripts, a file each; the others are described
/// beside their code.</summary>
public static class ConformanceCases
{
    private static readonly JsonSerializerOptions Format = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.KebabCaseLower, allowIntegerValues: false) },
    };

    /// <param name="root">The source tree with the transcripts.</param>
    /// <returns>The cases in the order in which they run: what later ones build on comes first.</returns>
    /// <exception cref="BadInputException">A transcript is not JSON, or has unknown words.</exception>
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

    /// <summary>Reads a transcript, a file whose first line describes the case.</summary>
    private static ConformanceCase Transcript(string path)
    {
        try
        {
            var lines = File.ReadAllLines(path);
            var one = Read<ConformanceCase>(lines.FirstOrDefault("")) with
            {
                Lines = [.. lines.Skip(1).Select(Read<TranscriptLine>)],
            };
            if (one.Id != Path.GetFileNameWithoutExtension(path) || !one.IsTranscript)
                throw new JsonException($"it is to have the case of its name, with lines; that is {one.Id}");
            foreach (var (index, line) in one.Lines.Index())
                if (!line.IsWhole || (line.PeerMessages is not null && one.Subject != Subject.Client))
                    throw new JsonException(
                        $"line {index + 2} is no request, no answer, and nothing else that is known"
                    );
            return one;
        }
        catch (JsonException e)
        {
            throw new BadInputException($"{path}: {e.Message}");
        }
    }

    private static T Read<T>(string line) =>
        JsonSerializer.Deserialize<T>(line, Format) ?? throw new JsonException("a line is null");
}
