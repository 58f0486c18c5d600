using System.Collections.Concurrent;
using System.Reflection;
using System.Text.Json;

namespace Pingmark.Worker.Kit;

/// <summary>
/// The main loop: one thread reads stdin, the main thread executes one request after the other. When stdin ends, the
/// reader ends the process by itself, so that no worker outlives its controller even if everything else hangs.
/// </summary>
public static class Worker
{
    private const string TooLong = "the line is longer than 4 MiB";

    /// <summary>Runs the worker with all stacks of an assembly.</summary>
    public static void Run(string name, Assembly assembly)
    {
        var lines = new BlockingCollection<(byte[] Line, bool TooLong)>();
        new Thread(() => ReadLines(lines)) { IsBackground = true, Name = "stdin" }.Start();
        var output = new LineWriter(Console.OpenStandardOutput());
        var operations = new Operations(name, FindStacks(assembly), output);
        foreach ((byte[] line, bool tooLong) in lines.GetConsumingEnumerable())
        {
            if (tooLong) WriteFailure(output, null, "error", TooLong);
            else if (Answer(line, operations, output)) Native.Exit(0);
        }
    }

    private static void ReadLines(BlockingCollection<(byte[], bool)> lines)
    {
        var reader = new LineReader(Console.OpenStandardInput());
        while (reader.Next(out bool tooLong) is { } line) lines.Add((line, tooLong));
        Native.Exit(0);
    }

    /// <summary>Executes one line; true when that was the last.</summary>
    private static bool Answer(byte[] line, Operations operations, LineWriter output)
    {
        Request request;
        try
        {
            request = Request.Parse(line);
        }
        catch (Exception failure) when (failure is JsonException or InvalidOperationException)
        {
            WriteFailure(output, null, "error", $"not a request: {failure.Message}");
            return false;
        }
        try
        {
            Action<Utf8JsonWriter> fields = operations.Execute(request);
            output.Write(json =>
            {
                json.WriteNumber("id", request.Id);
                json.WriteString("status", "ok");
                fields(json);
            });
            return request.Op == "stop";
        }
        catch (UnsupportedException failure)
        {
            WriteFailure(output, request.Id, "unsupported", failure.Message);
        }
        catch (WorkerException failure)
        {
            WriteFailure(output, request.Id, "error", failure.Message);
        }
        catch (Exception failure)
        {
            // Whatever goes wrong in one request, the controller gets an answer to it, and a person the whole story.
            Console.Error.WriteLine(failure);
            WriteFailure(output, request.Id, "error", $"{request.Op}: {failure.Message}");
        }
        return false;
    }

    private static void WriteFailure(LineWriter output, long? id, string status, string reason) => output.Write(json =>
    {
        if (id is null) json.WriteNull("id");
        else json.WriteNumber("id", id.Value);
        json.WriteString("status", status);
        json.WriteString("reason", reason);
    });

    private static Dictionary<string, Stack> FindStacks(Assembly assembly) => assembly.GetTypes()
        .Where(type => type.IsSubclassOf(typeof(Stack)) && !type.IsAbstract)
        .Select(type => (Stack)Activator.CreateInstance(type)!)
        .OrderBy(stack => stack.Description.Id, StringComparer.Ordinal)
        .ToDictionary(stack => stack.Description.Id);
}
