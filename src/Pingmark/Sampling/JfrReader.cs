using System.Globalization;
using System.Xml;
using System.Xml.Linq;
using Pingmark.Model;

namespace Pingmark.Sampling;

/// <summary>Reads the output of <c>jfr print --xml</c> event by event, so that a long recording never has to be in
/// memory.</summary>
internal sealed class JfrReader(SampledWindow window)
{
    private const string JavaSample = "jdk.ExecutionSample",
        NativeSample = "jdk.NativeMethodSample",
        Collection = "jdk.GarbageCollection",
        Allocation = "jdk.ObjectAllocationSample",
        Allocated = "jdk.ThreadAllocationStatistics";

    /// <summary>The events that are read, as <c>--events</c> takes them.</summary>
    public const string Events = $"{JavaSample},{NativeSample},{Collection},{Allocation},{Allocated}";

    private readonly List<CpuSample> _samples = [];
    private readonly Dictionary<int, (long First, long Last)> _allocatedByThread = [];
    private readonly HashSet<int> _allocating = [];
    private readonly Dictionary<string, long> _allocatedByType = new(StringComparer.Ordinal);
    private long _gcCount;
    private double _gcPauseNs;

    public JfrReader Read(TextReader output)
    {
        using var xml = XmlReader.Create(output);
        for (
            var found = xml.ReadToFollowing("event");
            found;
            found = xml.Name == "event" || xml.ReadToFollowing("event")
        )
            Add(xml.GetAttribute("type")!, (XElement)XNode.ReadFrom(xml));
        return this;
    }

    public SamplingSummary Summary() =>
        CpuProfile.Summarize(_samples, window, JavaSampler.PeriodNs) with
        {
            GcCount = _gcCount,
            GcPauseNs = (long)_gcPauseNs,
            AllocatedBytes = _allocatedByThread.Values.Sum(t => t.Last - t.First),
            TopAllocated = CpuProfile.TopTypes(_allocatedByType),
        };

    private void Add(string type, XElement e)
    {
        // Totals of each thread, written when the recording begins and when it ends, so outside the window.
        if (type == Allocated)
            AddTotal(e);
        if (
            !window.Holds(
                DateTime.Parse(Value(e, "startTime"), CultureInfo.InvariantCulture, DateTimeStyles.AdjustToUniversal)
            )
        )
            return;
        switch (type)
        {
            case JavaSample or NativeSample when Frames(e) is { Count: > 0 } frames:
                _samples.Add(new(Thread(e, "sampledThread"), type == JavaSample, frames));
                break;
            case Collection:
                _gcCount++;
                _gcPauseNs += XmlConvert.ToTimeSpan(Value(e, "sumOfPauses")).TotalNanoseconds;
                break;
            // A thread's first sample weighs all that it allocated since it began, warm-up included.
            case Allocation when !_allocating.Add(Thread(e, "eventThread")):
                var name = JavaNames.Translate(Value(Struct(e, "objectClass"), "name"));
                _allocatedByType[name] =
                    _allocatedByType.GetValueOrDefault(name)
                    + long.Parse(Value(e, "weight"), CultureInfo.InvariantCulture);
                break;
        }
    }

    private void AddTotal(XElement e)
    {
        // jcmd and the recorder allocate in threads of their own.
        var thread = Struct(e, "thread");
        if (
            Value(thread, "osName") is "Attach Listener"
            || Value(thread, "osName").StartsWith("JFR", StringComparison.Ordinal)
        )
            return;
        var (id, bytes) = (Thread(e, "thread"), long.Parse(Value(e, "allocated"), CultureInfo.InvariantCulture));
        _allocatedByThread[id] = _allocatedByThread.TryGetValue(id, out var total)
            ? (Math.Min(total.First, bytes), Math.Max(total.Last, bytes))
            : (bytes, bytes);
    }

    private static List<string> Frames(XElement e) =>
        Struct(e, "stackTrace")
            .Elements("array")
            .Elements("struct")
            .Select(frame => Struct(frame, "method"))
            .Where(method => method.HasElements)
            .Select(method => (Type: Value(Struct(method, "type"), "name"), Name: Value(method, "name")))
            // Made by the runtime between a call of a lambda and its body.
            .Where(method => !method.Type.Contains("$$Lambda", StringComparison.Ordinal))
            .Select(method => $"{JavaNames.Translate(method.Type)}.{method.Name}")
            .ToList();

    private static int Thread(XElement e, string field) =>
        int.Parse(Value(Struct(e, field), "osThreadId"), CultureInfo.InvariantCulture);

    private static XElement Struct(XElement e, string name) => Field(e, "struct", name) ?? new XElement("nothing");

    private static string Value(XElement e, string name) =>
        Field(e, "value", name)?.Value
        ?? throw new FormatException($"a {e.Attribute("type")?.Value ?? e.Attribute("name")?.Value} has no {name}");

    private static XElement? Field(XElement e, string kind, string name) =>
        e.Elements(kind).FirstOrDefault(x => x.Attribute("name")?.Value == name);
}

/// <summary>Translates the virtual machine's names of classes to those of Java's source code:
/// <c>[Ljava/lang/String;</c> is <c>java.lang.String[]</c>.</summary>
internal static class JavaNames
{
    public static string Translate(string internalName)
    {
        var element = internalName.TrimStart('[');
        var dimensions = internalName.Length - element.Length;
        return (dimensions == 0 ? element : Element(element)).Replace('/', '.')
            + string.Concat(Enumerable.Repeat("[]", dimensions));
    }

    private static string Element(string descriptor) =>
        descriptor switch
        {
            "B" => "byte",
            "C" => "char",
            "D" => "double",
            "F" => "float",
            "I" => "int",
            "J" => "long",
            "S" => "short",
            "Z" => "boolean",
            _ => descriptor.TrimStart('L').TrimEnd(';'),
        };
}
