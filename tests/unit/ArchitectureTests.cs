using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using Pingmark.Tests.Architecture;
using Xunit;

namespace Pingmark.Tests;

/// <summary>
/// Data flows one way: the table in docs/architecture.md says which namespaces each namespace may know, and both the
/// compiled assemblies and the sources keep to it.
/// </summary>
public sealed partial class ArchitectureTests
{
    private static readonly IReadOnlyList<Assembly> Assemblies =
    [
        typeof(PingmarkException).Assembly,
        typeof(Conformance.ConformanceRunner).Assembly,
    ];

    private static IEnumerable<Type> Types => Assemblies.SelectMany(assembly => assembly.GetTypes());

    /// <param name="Folder"><c>src/Pingmark/Model</c>, or a project beside it:
    /// <c>src/Pingmark.Conformance</c>.</param>
    private sealed record Row(string Folder, IReadOnlyList<string> Knows)
    {
        public string Name => Folder.Split('/', '.')[^1];

        public IEnumerable<string> Sources =>
            Directory.EnumerateFiles(Path.Combine(Root(), Folder), "*.cs", SearchOption.AllDirectories);
    }

    /// <summary>Namespaces in the document's order, each with those it may know.</summary>
    private static readonly IReadOnlyList<Row> Table = TableRow()
        .Matches(File.ReadAllText(Path.Combine(Root(), "docs", "architecture.md")))
        .Select(row => new Row(
            row.Groups[1].Value,
            Word().Matches(row.Groups[2].Value).Select(word => word.Value).ToList()
        ))
        .ToList();

    [Fact]
    public void Every_namespace_has_a_row() =>
        Assert.Equal(Types.Select(Layer).OfType<string>().Distinct().Order(), Table.Select(row => row.Name).Order());

    [Fact]
    public void Each_row_knows_only_rows_above_it() =>
        Assert.All(
            Table.Index(),
            row => Assert.Empty(row.Item.Knows.Except(Table.Take(row.Index).Select(above => above.Name)))
        );

    [Fact]
    public void The_compiled_code_keeps_to_the_table() =>
        AssertNone(
            from type in Types
            from other in TypeReferences.Of(type)
            where Assemblies.Contains(other.Assembly) && !IsAllowed(Layer(type), Layer(other))
            select $"{type} -> {other}"
        );

    /// <summary>Constants leave no trace in compiled code, but the using directive does in the source.</summary>
    [Fact]
    public void The_sources_keep_to_the_table() =>
        AssertNone(
            from row in Table
            from file in row.Sources
            from known in Usings(file)
            where !IsAllowed(row.Name, known)
            select $"{file} -> {known}"
        );

    [Fact]
    public void Every_arrow_of_the_table_is_in_use() =>
        AssertNone(
            from row in Table
            from known in row.Knows
            where !row.Sources.Any(file => Usings(file).Contains(known))
            select $"{row.Name} -> {known}"
        );

    /// <summary>Names all of them, which Assert.Empty cuts short.</summary>
    private static void AssertNone(IEnumerable<string> arrows) => Assert.True(!arrows.Any(), string.Join('\n', arrows));

    /// <summary>The root (errors, exit codes, progress) knows nobody and is known by all.</summary>
    private static bool IsAllowed(string? from, string? to) =>
        to is null || from == to || Table.Any(row => row.Name == from && row.Knows.Contains(to));

    /// <summary>The second part of a namespace; null for the root, and for what the compiler adds.</summary>
    private static string? Layer(Type type) => type.Namespace?.Split('.') is ["Pingmark", var layer, ..] ? layer : null;

    private static IEnumerable<string> Usings(string file) =>
        Using().Matches(File.ReadAllText(file)).Select(m => m.Groups[1].Value);

    private static string Root([CallerFilePath] string caller = "") =>
        Path.GetFullPath(Path.Combine(Path.GetDirectoryName(caller)!, "..", ".."));

    [GeneratedRegex(@"^\| `(src/Pingmark/\w+|src/Pingmark\.Conformance)` \|[^|]*\|([^|]*)\|", RegexOptions.Multiline)]
    private static partial Regex TableRow();

    [GeneratedRegex(@"\w+")]
    private static partial Regex Word();

    [GeneratedRegex(@"^using (?:static |\w+ = )?Pingmark\.(\w+)", RegexOptions.Multiline)]
    private static partial Regex Using();
}
