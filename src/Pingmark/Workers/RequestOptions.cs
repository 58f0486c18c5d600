using System.Text.Json.Nodes;
using Pingmark.Model;
using Pingmark.Vocabulary;

namespace Pingmark.Workers;

/// <summary>What a scenario asks of a worker, as fields of a request, and what its reply says of them.</summary>
internal static class RequestOptions
{
    public static void Add(JsonObject fields, Request request, Scenario scenario)
    {
        foreach (var field in ScenarioKeys.Fields(request))
            if (field.Value(scenario) is { } value)
                fields[field.Name] = value;
    }

    /// <summary>What the worker reports of the options; one that was asked for must be among them, and in
    /// effect.</summary>
    /// <param name="fault">Makes the error of one that is not.</param>
    public static Dictionary<string, string> Effective(
        Reply reply,
        Request request,
        Scenario scenario,
        Func<string, WorkerFault> fault
    )
    {
        var effective = new Dictionary<string, string>();
        foreach (var option in ScenarioKeys.Fields(request).Where(field => field.IsOption))
        {
            var value = reply.Display(option.Name);
            if (value is not null)
                effective[option.Name] = value;
            if (option.Value(scenario) is not { } wanted)
                continue;
            if (value is null)
                throw fault(
                    $"asked for {option.Name}={wanted.ToJsonString()}, and the worker does not report it as effective"
                );
            if (option.IsExact && value != wanted.ToString())
                throw fault($"asked for {option.Name}={wanted}, effective is {value}");
        }
        return effective;
    }
}
