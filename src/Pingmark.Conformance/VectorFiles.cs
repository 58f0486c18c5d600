using System.Text.Json;

namespace Pingmark.Conformance;

/// <summary>Reads protocol/vectors: values that every language must compute alike, made by a program that shares no
/// code with any of them.</summary>
internal sealed class VectorFiles(string root)
{
    private readonly string _folder = Path.Combine(root, "protocol", "vectors");

    public IReadOnlyList<JsonElement> Read(string name)
    {
        using var file = JsonDocument.Parse(File.ReadAllBytes(Path.Combine(_folder, name + ".json")));
        return file.RootElement.GetProperty("vectors").EnumerateArray().Select(vector => vector.Clone()).ToList();
    }
}
