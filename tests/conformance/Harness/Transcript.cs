using System.Text.Json.Nodes;
using Pingmark.Workers;

namespace Pingmark.ConformanceTests;

/// <summary>A recorded conversation of protocol/transcripts: requests, each with the lines that followed it.</summary>
internal sealed record Transcript(string Name, IReadOnlyList<Exchange> Exchanges)
{
    /// <param name="folder"><c>valid</c> or <c>invalid</c>.</param>
    public static IEnumerable<string> Names(string folder) =>
        Directory
            .EnumerateFiles(Folder(folder), "*.jsonl")
            .Select(path => Path.GetFileNameWithoutExtension(path))
            .Order(StringComparer.Ordinal);

    public static Transcript Load(string folder, string name)
    {
        var exchanges = new List<Exchange>();
        foreach (
            var line in File.ReadLines(Path.Combine(Folder(folder), name + ".jsonl"))
                .Skip(1)
                .Select(text => JsonNode.Parse(text)!)
        )
            if (line["dir"]!.GetValue<string>() == ">")
                exchanges.Add(new(line["line"]!.AsObject(), []));
            else
                exchanges[^1].Lines.Add(line["text"]?.GetValue<string>() ?? line["line"]!.ToJsonString());
        return new(name, exchanges);
    }

    private static string Folder(string name) => Path.Combine(Tree.Root, "protocol", "transcripts", name);
}

/// <param name="Lines">What the worker printed: the reply, alone.</param>
internal sealed record Exchange(JsonObject Request, List<string> Lines)
{
    public string Op => Request["op"]!.GetValue<string>();
    public JsonObject Reply => JsonNode.Parse(Lines[^1])!.AsObject();
    public string Status => Reply["status"]!.GetValue<string>();

    public string Text(string field) => Request[field]!.GetValue<string>();
}
