using System.Text.Json;

namespace Pingmark.Worker.Kit;

/// <summary>The values of a stack's options in one of its roles, effective as they stand here.</summary>
public sealed class LibraryOptions
{
    private readonly IReadOnlyDictionary<StackOption, long> _values;

    private LibraryOptions(IReadOnlyDictionary<StackOption, long> values)
    {
        _values = values;
        TickMs = (int)(1000 / this[StackOption.TickRate]);
        ClientThreads = (int)this[StackOption.ClientThreads];
    }

    /// <summary>Of a stack that has no options.</summary>
    public static LibraryOptions None { get; } = new(new Dictionary<StackOption, long>());

    /// <summary>How often at least the library's own loop runs: its longest wait for the network, at least 1
    /// ms.</summary>
    public int TickMs { get; }

    public int ClientThreads { get; }

    public bool IsOn(StackOption flag) => this[flag] != 0;

    public long this[StackOption option] => _values.GetValueOrDefault(option, option.Default);

    internal static LibraryOptions Read(Request request, StackDescription stack, OptionRole role) =>
        new(
            stack
                .Options.Where(option => option.IsOf(role))
                .ToDictionary(option => option, option => option.Read(request))
        );

    /// <summary>The same with a flag off, if the stack takes it.</summary>
    internal LibraryOptions Without(StackOption flag) =>
        new(_values.ToDictionary(one => one.Key, one => one.Key == flag ? 0 : one.Value));

    /// <summary>Reports those that the stack takes.</summary>
    internal void Write(Utf8JsonWriter json)
    {
        foreach (var (option, value) in _values)
            option.Write(json, value);
    }
}
