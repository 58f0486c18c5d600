using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Pingmark.Conformance;

/// <summary>Loads all cases, and runs one. What lines alone can show is a transcript, a file each. Other cases are
/// described in cases.jsonl, and run by the method with their name: that of <c>answers.all-lost</c> is
/// <c>AnswersAllLostAsync</c>.</summary>
public static class ConformanceCases
{
    private static readonly JsonSerializerOptions Format = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.KebabCaseLower, allowIntegerValues: false) },
    };

    private static readonly Dictionary<string, Func<Bench, Task>> Methods = typeof(ConformanceCases)
        .Assembly.GetTypes()
        .Where(type => type is { Namespace: "Pingmark.Conformance.Cases", IsNested: false })
        .SelectMany(type => type.GetMethods(BindingFlags.Static | BindingFlags.NonPublic))
        .Where(method => !method.Name.Contains('<') && method.ReturnType == typeof(Task))
        .Where(method => method.GetParameters() is [var only] && only.ParameterType == typeof(Bench))
        .ToDictionary(method => method.Name, method => method.CreateDelegate<Func<Bench, Task>>());

    public static IEnumerable<string> MethodNames => Methods.Keys;

    public static string GetMethodName(ConformanceCase one) =>
        string.Concat(one.Id.Split('.', '-').Select(word => $"{char.ToUpperInvariant(word[0])}{word[1..]}")) + "Async";

    internal static Task RunAsync(ConformanceCase one, Bench bench) =>
        one.IsTranscript ? TranscriptRun.RunAsync(bench, one) : Methods[GetMethodName(one)](bench);

    /// <param name="root">The source tree with the transcripts.</param>
    /// <returns>The cases in the order in which they run: what later ones build on comes first.</returns>
    /// <exception cref="BadInputException">A transcript is not JSON, or has unknown words.</exception>
    public static IReadOnlyList<ConformanceCase> Load(string root)
    {
        using var file = typeof(ConformanceCases).Assembly.GetManifestResourceStream("cases.jsonl")!;
        using var lines = new StreamReader(file);
        var withCode = lines.ReadToEnd().TrimEnd().Split('\n').Select(Read<ConformanceCase>).ToList();
        var groups = withCode.Select(Group).Distinct().ToList();
        var transcripts = Directory
            .EnumerateFiles(Path.Combine(root, "protocol", "transcripts", "cases"), "*.jsonl")
            .Order(StringComparer.Ordinal)
            .Select(ReadTranscript);
        return [.. withCode.Concat(transcripts).OrderBy(one => (uint)groups.IndexOf(Group(one)))];
    }

    private static string Group(ConformanceCase one) => one.Id.Split('.')[0];

    /// <summary>Reads a transcript, a file whose first line describes the case.</summary>
    private static ConformanceCase ReadTranscript(string path)
    {
        try
        {
            var lines = File.ReadAllLines(path);
            var one = Read<ConformanceCase>(lines.FirstOrDefault("")) with
            {
                Lines = [.. lines.Skip(1).Select(Read<TranscriptLine>)],
            };
            if (one.Id != Path.GetFileNameWithoutExtension(path) || !one.IsTranscript)
                throw new JsonException($"it must have the case of its name, with lines; it has {one.Id}");
            foreach (var (index, line) in one.Lines.Index())
                if (!line.IsWhole || (line.PeerMessages is not null && one.Subject != Subject.Client))
                    throw new JsonException($"line {index + 2} is no request, no answer and no expectation");
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
