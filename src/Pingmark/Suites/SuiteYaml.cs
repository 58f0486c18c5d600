using System.Buffers;
using Pingmark.Formatting;
using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace Pingmark.Suites;

/// <summary>Makes <see cref="SuiteNode"/>s from YAML. It reads the parser's events, because the library's own tree
/// throws at the first duplicate key and knows no limits, while a suite is data from anywhere.</summary>
internal sealed class SuiteYaml
{
    private const int MaxDepth = 16;
    public const int MaxTextLength = 1 << 20;

    /// <summary>The most that all values may add up to, in letters and a little for each value; those that anchors
    /// repeat count wherever they are repeated. It is far more than any suite has, and the cost of reading grows with
    /// it.</summary>
    private const long MaxSize = 2L << 20;

    private const int SizeOfNode = 16;
    private static readonly SearchValues<char> NotYaml = SearchValues.Create(
        Enumerable
            .Range(0, 128)
            .Select(c => (char)c)
            .Where(c => char.IsControl(c) && c is not ('\t' or '\n' or '\r'))
            .ToArray()
    );

    private readonly IParser parser;
    private readonly Func<Mark, Place> place;
    private readonly Problems problems;
    private readonly Dictionary<string, (SuiteNode Node, long Size)> anchors = new(StringComparer.Ordinal);
    private long size;

    private SuiteYaml(string text, Func<Mark, Place> place, Problems problems)
    {
        parser = new Parser(new StringReader(text));
        this.place = place;
        this.problems = problems;
    }

    /// <summary>Reads the only document; null if there is none, or if it is no YAML, which is a problem.</summary>
    public static SuiteNode? Read(string text, Func<Mark, Place> place, Problems problems)
    {
        if (text.Length > MaxTextLength)
        {
            problems.Add(place(Mark.Empty), $"is longer than {Units.FormatBytes(MaxTextLength)}, which no suite is");
            return null;
        }
        // YAML has no such characters, and the library's scanner mistakes NUL for the end of the text.
        if (text.AsSpan().IndexOfAny(NotYaml) is var at and >= 0)
        {
            var before = text[..at];
            problems.Add(
                place(new Mark(at, before.Count(c => c == '\n') + 1, at - before.LastIndexOf('\n'))),
                "not valid YAML: a control character"
            );
            return null;
        }
        var yaml = new SuiteYaml(text, place, problems);
        try
        {
            return yaml.Document();
        }
        catch (YamlException e)
        {
            problems.Add(place(e.Start), $"not valid YAML: {e.Message}");
            return null;
        }
        catch (Exception e) when (e is InvalidOperationException or ArgumentException)
        {
            // The library has a few of these for malformed plain texts and tags; they don't say where.
            problems.Add(
                place(yaml.parser.Current?.End ?? Mark.Empty),
                "not valid YAML: what follows can't be understood"
            );
            return null;
        }
    }

    private SuiteNode? Document()
    {
        parser.Consume<StreamStart>();
        if (!parser.TryConsume<DocumentStart>(out _))
            return null;
        var node = Node(0);
        parser.Consume<DocumentEnd>();
        if (parser.TryConsume<DocumentStart>(out var second))
            problems.Add(place(second.Start), "a file is one suite; this starts a second document");
        return node;
    }

    private SuiteNode Node(int depth)
    {
        if (depth > MaxDepth)
            throw new YamlException(parser.Current!.Start, parser.Current.End, $"nested deeper than {MaxDepth} levels");
        if (parser.TryConsume<AnchorAlias>(out var alias))
        {
            if (!anchors.TryGetValue(alias.Value.Value, out var known))
                throw new YamlException(alias.Start, alias.End, $"the anchor '{alias.Value}' is not defined above");
            Grow(known.Size, alias);
            return known.Node;
        }
        var start = parser.Consume<NodeEvent>();
        var before = size;
        Grow(SizeOfNode + ((start as Scalar)?.Value.Length ?? 0), start);
        if (!start.Tag.IsEmpty)
            problems.Add(place(start.Start), $"the tag '{start.Tag}' has no meaning in a suite");
        SuiteNode node = start switch
        {
            MappingStart => Map(start, depth),
            SequenceStart => List(start, depth),
            Scalar scalar => Text(scalar),
            _ => throw new YamlException(start.Start, start.End, $"unexpected {start}"),
        };
        if (!start.Anchor.IsEmpty)
            anchors[start.Anchor.Value] = (node, size - before);
        return node;
    }

    /// <summary>Counts a value before it is made, since anchors can multiply.</summary>
    private void Grow(long by, ParsingEvent at)
    {
        if ((size += by) > MaxSize)
            throw new YamlException(at.Start, at.End, "more values, anchors written out, than any suite has");
    }

    private TextNode Text(Scalar scalar) =>
        new(
            place(scalar.Start),
            scalar.Value,
            scalar.Style == ScalarStyle.Plain && scalar.Value is "" or "~" or "null"
        );

    private ListNode List(NodeEvent start, int depth)
    {
        var items = new List<SuiteNode>();
        while (!parser.TryConsume<SequenceEnd>(out _))
            items.Add(Node(depth + 1));
        return new(place(start.Start), items);
    }

    private MapNode Map(NodeEvent start, int depth)
    {
        var entries = new Dictionary<string, MapEntry>(StringComparer.Ordinal);
        while (!parser.TryConsume<MappingEnd>(out _))
        {
            var key = Node(depth + 1);
            var value = Node(depth + 1);
            if (key is not TextNode { Text: var name })
                problems.Add(key.Place, $"a key must be a name, not {key.Description}");
            else if (!entries.TryAdd(name, new MapEntry(name, key.Place, value)))
                problems.Add(key.Place, $"'{name}' is given twice, first in line {entries[name].Place.Line}");
        }
        return new(place(start.Start), [.. entries.Values]);
    }
}
