using System.Reflection;

namespace Pingmark.Conformance;

/// <summary>Finds the code that runs a case: its lines, or, where it needs a peer that misbehaves, a clock or sockets,
/// the method named after it. That of <c>answers.all-lost</c> is <c>AnswersAllLostAsync</c>, in any class of the
/// cases.</summary>
public static class CaseCode
{
    private static readonly Dictionary<string, Func<Bench, Task>> All = typeof(CaseCode)
        .Assembly.GetTypes()
        .Where(type => type is { Namespace: "Pingmark.Conformance.Cases", IsNested: false })
        .SelectMany(type => type.GetMethods(BindingFlags.Static | BindingFlags.NonPublic))
        .Where(method => !method.Name.Contains('<') && method.ReturnType == typeof(Task))
        .Where(method => method.GetParameters() is [var only] && only.ParameterType == typeof(Bench))
        .ToDictionary(method => method.Name, method => method.CreateDelegate<Func<Bench, Task>>());

    /// <summary>The names of all methods of cases.</summary>
    public static IEnumerable<string> Names => All.Keys;

    public static string NameOf(ConformanceCase one) =>
        string.Concat(one.Id.Split('.', '-').Select(word => $"{char.ToUpperInvariant(word[0])}{word[1..]}")) + "Async";

    internal static Task RunAsync(ConformanceCase one, Bench bench) =>
        one.IsTranscript ? TranscriptRun.RunAsync(bench, one) : All[NameOf(one)](bench);
}
