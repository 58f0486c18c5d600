using System.Diagnostics;
using System.Reflection;
using System.Text;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>
/// A command line that is run in this process, by the program's entry point: a tenth of a second where the launcher
/// needs one. One at a time, since the current folder, the environment and the console belong to the process.
/// </summary>
internal sealed class CommandInProcess(string folder, string? root, string? temporaryFiles, string? moreWorkers = null)
{
    private static readonly MethodInfo EntryPoint = Assembly.Load("pingmark").EntryPoint!;
    private readonly string _testId = Guid.NewGuid().ToString("N");

    /// <summary>More of the environment.</summary>
    public IReadOnlyDictionary<string, string?> MoreVariables { get; init; } = new Dictionary<string, string?>();

    /// <summary>What is alive of all that it started.</summary>
    public IReadOnlyList<ProcessOfRun> Processes => ProcessOfRun.All(_testId);

    public async Task<CommandResult> RunAsync(IReadOnlyList<string> arguments, string input, TimeSpan deadline)
    {
        var watch = Stopwatch.StartNew();
        using var surroundings = new Surroundings(folder, Variables());
        using var console = new CapturedConsole(input);
        var command = Task.Factory.StartNew(
            () => (int)EntryPoint.Invoke(null, [arguments.ToArray()])!,
            TaskCreationOptions.LongRunning
        );
        if (await Task.WhenAny(command, Task.Delay(deadline)) != command)
            Assert.Fail($"it did not end within {deadline.TotalSeconds} s\n{console.Errors}\n{console.Output}");
        return new(await command, console.Output, console.Errors, watch.Elapsed);
    }

    private Dictionary<string, string?> Variables() =>
        new(MoreVariables)
        {
            [ProcessOfRun.Variable] = _testId,
            ["COLUMNS"] = null,
            ["PINGMARK_NO_INSTALL"] = "1",
            ["PINGMARK_ROOT"] = root ?? Repository.Root,
            ["PINGMARK_WORKERS"] = moreWorkers,
            ["XDG_STATE_HOME"] = Path.Combine(folder, "state"),
            ["TMPDIR"] = temporaryFiles ?? Environment.GetEnvironmentVariable("TMPDIR"),
        };

    /// <summary>The current folder and the environment, until they are put back.</summary>
    private sealed class Surroundings : IDisposable
    {
        private readonly string _folder = Environment.CurrentDirectory;
        private readonly Dictionary<string, string?> _variables = [];

        public Surroundings(string folder, Dictionary<string, string?> variables)
        {
            Environment.CurrentDirectory = folder;
            foreach (var (name, value) in variables)
            {
                _variables[name] = Environment.GetEnvironmentVariable(name);
                Environment.SetEnvironmentVariable(name, value);
            }
        }

        public void Dispose()
        {
            Environment.CurrentDirectory = _folder;
            foreach (var (name, value) in _variables)
                Environment.SetEnvironmentVariable(name, value);
        }
    }
}

/// <summary>What is written to the console, until it is disposed.</summary>
internal sealed class CapturedConsole : IDisposable
{
    private static readonly Switch Out = new(Console.Out),
        Error = new(Console.Error);

    private readonly StringWriter _output = new(),
        _errors = new();

    /// <summary>The program keeps the writers that it finds first, so these two stay, and what is behind them
    /// changes.</summary>
    static CapturedConsole()
    {
        Console.SetOut(Out);
        Console.SetError(Error);
    }

    public CapturedConsole(string input)
    {
        Console.SetIn(new StringReader(input));
        (Out.Target, Error.Target) = (TextWriter.Synchronized(_output), TextWriter.Synchronized(_errors));
    }

    public string Output => _output.ToString();
    public string Errors => _errors.ToString();

    public void Dispose() => (Out.Target, Error.Target) = (TextWriter.Null, TextWriter.Null);

    private sealed class Switch(TextWriter first) : TextWriter
    {
        public TextWriter Target { get; set; } = first;
        public override Encoding Encoding => Encoding.UTF8;

        public override void Write(char value) => Target.Write(value);

        public override void Write(string? value) => Target.Write(value);

        public override void Write(char[] buffer, int index, int count) => Target.Write(buffer, index, count);

        public override void Flush() => Target.Flush();
    }
}
