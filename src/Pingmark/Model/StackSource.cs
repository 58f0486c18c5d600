using System.Text.Json.Serialization;

namespace Pingmark.Model;

/// <summary>A file in which a stack's server is, for readers who want to see what was measured.</summary>
/// <param name="File">Its path within the tree, such as <c>workers/go/sockets/tcp.go</c>.</param>
public sealed record StackSource(string File, string Text)
{
    [JsonIgnore]
    public int Lines => Text.Count(letter => letter == '\n');
}
