using System.Text.Json.Nodes;
using Pingmark.Model;
using Pingmark.Schema;

namespace Pingmark.Workers;

/// <summary>Writes what a scenario asks of a worker as fields of a request, and reads what its reply tells of
/// them.</summary>
internal static class RequestOptions
{
    /// <param name="options">The options that the stack has in this role.</param>
    public static void Add(
        JsonObject fields,
        Request request,
        Scenario scenario,
        params IReadOnlyList<StackOption> options
    )
    {
        foreach (var option in options)
            if (Asked(scenario, request, option) is { } value)
                fields.TryAdd(option.Name, StackOptions.ValueOf(value));
        foreach (var field in ScenarioKeys.Fields(request))
            if (field.Value(scenario) is { } value)
                fields[field.Name] = value;
    }

    /// <summary>The values of the options that the worker reports. One that was asked for must be among them, and in
    /// effect.</summary>
    /// <param name="fault">Makes the exception for an option that is not.</param>
    public static Dictionary<string, string> Effective(
        Reply reply,
        Request request,
        Scenario scenario,
        IReadOnlyList<StackOption> options,
        Func<string, WorkerFault> fault
    )
    {
        var effective = new Dictionary<string, string>();
        foreach (var field in ScenarioKeys.Fields(request).Where(field => field.IsOption))
            Take(field.Name, field.Value(scenario)?.ToString(), field.IsExact);
        foreach (var option in options)
            Take(option.Name, Asked(scenario, request, option), isExact: true);
        return effective;

        void Take(string name, string? wanted, bool isExact)
        {
            var value = reply.Display(name);
            if (value is not null)
                effective[name] = value;
            if (wanted is null)
                return;
            if (value is null)
                throw fault($"asked for {name}={wanted}, and the worker does not report it as effective");
            if (isExact && value != wanted)
                throw fault($"asked for {name}={wanted}, effective is {value}");
        }
    }

    private static string? Asked(Scenario scenario, Request request, StackOption option) =>
        scenario.Options.Find(request == Request.Listen ? StackOptions.Server : StackOptions.Client, option.Name);
}
