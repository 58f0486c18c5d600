namespace Pingmark.Model.Loads;

/// <summary>All loads, in the order of documents and messages.</summary>
public static class LoadList
{
    public static readonly IReadOnlyList<Load> All =
    [
        new PingPongLoad(),
        new BatchLoad(),
        new WriteWriteReadLoad(),
        new PrefloodLoad(),
        new StreamLoad(),
        new ChurnLoad(),
        new TickLoad(),
    ];

    /// <summary>The numbers that loads read, each once.</summary>
    public static readonly IReadOnlyList<LoadNumber> Numbers = All.SelectMany(load => load.Numbers).Distinct().ToList();

    /// <summary>The names of the loads for which something holds.</summary>
    public static IReadOnlyList<string> Names(Func<Load, bool> holds) =>
        All.Where(holds).Select(load => load.Name).ToList();

    /// <summary>The load of a name; one without properties where this version has none of that name.</summary>
    internal static Load Find(string name) => All.FirstOrDefault(load => load.Name == name) ?? new Load(name);
}
