using System.Net;
using Pingmark.Formatting;
using Pingmark.Host;
using Pingmark.Impairment;
using Pingmark.Model;
using Pingmark.Nbn;
using Pingmark.Reports;
using Pingmark.Runs;
using Pingmark.Schema;
using Pingmark.Suites;
using Pingmark.Trials;

namespace Pingmark.Cli;

internal static class NbnModes
{
    public static async Task<int> RunAsync(
        NbnOptions options,
        RequestedSites asked,
        IReadOnlyList<string> command,
        CancellationToken stop
    )
    {
        options.Check();
        var installation = Installation.Find();
        // Unknown names are refused before anything is built.
        var candidates = options.Libraries.Select(library => Candidate(library, installation, options)).ToList();
        if (options.Benchmark != NbnBenchmark.Custom)
            return await NbnBenchmarkRuns.RunAsync(installation, options, candidates, asked, command, stop);
        if (options.Mode != NbnExecutionMode.Client && asked.Sites.Server.IsHere)
            OwnAddress.Require(options.Address, "--address");
        // Who lacks one is told before anything is built.
        var handed =
            options.Mode == NbnExecutionMode.Client ? NbnToken.ForClient(options.Address, Variables.Token.Value) : null;
        if (options.Given.Contains("--address"))
            asked = asked.ListeningOn(options.Address);
        await using var sites = await asked.OpenAsync(options.ClientMachines, stop);
        var libraries = new NbnInstalled(installation, candidates);
        var sides = await libraries.PrepareAsync(sites, stop);
        options = options.WithClientsOfTest();
        if (!options.Given.Contains("--address"))
            options = options with { Address = sides.AddressFor(options.Address) };
        var token = handed ?? NbnToken.ForServer(options.Address);
        if (options.Mode == NbnExecutionMode.Server)
            return await ServeAsync(installation, options, libraries.Only(), token, stop);
        var progress = options.Verbose ? installation.Progress : Quiet;
        (options, var network) = await NbnNetwork.VerifyAsync(options, sides, progress, stop);
        if (options.Test == NbnTest.Manual)
        {
            var pinning = Pinning.Choose(
                NbnGcModes.PinOf(options, sides.Cores.Count, sides.ClientCores is not null) ?? new(),
                sides.Cores,
                sides.ClientCores
            );
            var hands = new NbnSides(installation.Starter, network);
            return await ManualAsync(hands, installation, options, libraries.Only(), token, pinning, stop);
        }
        var run = new NbnRun(installation.Starter, sides.Cores, progress, Console.In, sides.ClientCores, network);
        var results = await libraries.EachAsync(
            options,
            (stack, with) =>
                with.Mode == NbnExecutionMode.Client
                    ? run.ClientAsync(stack, with, token, stop)
                    : run.CompleteAsync(stack, with, stop),
            stop
        );
        Console.Write(NbnReport.Render(options, results, sides.Machine, sides.Notes, Terminal.Width));
        if (options.DurationNs is null || !stop.IsCancellationRequested)
            return NbnInstalled.ExitCodeOf(results);
        installation.Progress.Step("interrupted: these are the figures up to then");
        return ExitCode.Interrupted;
    }

    private static ProgressLog Quiet { get; } = new(TextWriter.Null, isTerminal: false);

    private static NbnCandidate Candidate(string library, Installation installation, NbnOptions options)
    {
        try
        {
            return new(library, NbnLibraries.Candidates(library, installation.Workers.Stacks));
        }
        catch (PingmarkException e)
            when (e.ExitCode == ExitCode.NothingAvailable
                && (options.Libraries.Count > 1 || options.Benchmark != NbnBenchmark.Custom)
            )
        {
            // Said once it is its turn; the other libraries can be measured.
            return new(library, []);
        }
    }

    private static async Task<int> ServeAsync(
        Installation installation,
        NbnOptions options,
        string stack,
        string token,
        CancellationToken stop
    )
    {
        await using var server = await new NbnSides(installation.Starter).ListenAsync(
            stack,
            options,
            token,
            cpus: null,
            stop
        );
        Console.WriteLine(
            $"{NbnReport.LibraryOf(stack)} serves {server.EndPoint}"
                + $"{(options.DurationNs is null ? "" : $" for {options.DurationS} s")}; Ctrl-C ends it. "
                + "Clients:"
        );
        Console.WriteLine($"  {NbnCommandLine.BuildForClient(options, stack, server.EndPoint, token)}");
        Console.Write(
            await new NbnServing(server, options.Verbose ? installation.Progress : Quiet).ServeAsync(
                options.DurationNs,
                stop
            )
        );
        return ExitCode.Ok;
    }

    private static async Task<int> ManualAsync(
        NbnSides sides,
        Installation installation,
        NbnOptions options,
        string stack,
        string token,
        Pinning pinning,
        CancellationToken stop
    )
    {
        if (options.Mode == NbnExecutionMode.Client)
            return await PromptAsync(
                options.Address,
                options.Port,
                await Workers.StackDescription.AskAsync(installation.Starter, stack, stop),
                cpus: null,
                stop
            );
        await using var server = await sides.ListenAsync(stack, options, token, pinning.Server, stop);
        return await server.WhileServingAsync(
            cancel => PromptAsync(server.Reached.Host, server.Reached.Port, server.Stack, pinning.Client, cancel),
            stop
        );

        async Task<int> PromptAsync(
            string address,
            int port,
            Workers.StackDescription description,
            string? cpus,
            CancellationToken cancel
        )
        {
            var reached = options with { Address = address, Port = port };
            await using var manual = new NbnManual(
                kind => sides.ConnectAsync(stack, reached with { Transmission = kind }, token, cpus, cancel),
                NbnLimits.TransmissionsOf(description, options),
                options.Clients,
                Console.In,
                Console.Out
            );
            await manual.RunAsync(cancel);
            return ExitCode.Ok;
        }
    }
}

internal static class NbnNetwork
{
    public const string Option = "--network";

    /// <summary>The seed of the probes that measure it.</summary>
    private const int Seed = 1;

    /// <summary>Picks the engine that this machine permits, and what opens the network.</summary>
    /// <exception cref="PingmarkException">The network can't be made here.</exception>
    public static async Task<(NbnOptions Options, Func<string, NetworkPath>? Open)> VerifyAsync(
        NbnOptions options,
        IRunSides sides,
        ProgressLog progress,
        CancellationToken cancel
    )
    {
        if (options.Network is not { } asked)
            return (options, null);
        var engines = new NetworkEngines();
        var (network, impairer) = (sides.NetworkFor(asked, engines), new Impairer(engines, Seed));
        await NetworkCommand.VerifyAsync(network, impairer, progress, cancel);
        progress.Clear();
        return (options with { Network = network }, stack => NetworkPath.Open(network, stack, impairer));
    }

    public static IReadOnlyList<SuiteOverride> Overrides(NbnOptions options) =>
        [
            .. NbnBenchmarks
                .NetworkAssignments(options)
                .Select(assignment => new SuiteOverride(assignment, $"{Option} {options.NetworkWords}")),
        ];
}
