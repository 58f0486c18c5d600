using System.Net;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Nbn;
using Pingmark.Trials;

namespace Pingmark.Cli;

/// <summary>Runs <c>nbn</c> in its execution modes and test types.</summary>
internal static class NbnModes
{
    /// <param name="command">The command line that asked for it.</param>
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
        var candidates = options.Libraries.Select(library => Candidates(library, installation, options)).ToList();
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

    private static (string Library, IReadOnlyList<string> Stacks) Candidates(
        string library,
        Installation installation,
        NbnOptions options
    )
    {
        try
        {
            return (library, NbnLibraries.Candidates(library, installation.Workers.Stacks));
        }
        catch (PingmarkException e)
            when (e.ExitCode == ExitCode.NothingAvailable
                && (options.Libraries.Count > 1 || options.Benchmark != NbnBenchmark.Custom)
            )
        {
            // Said once it is its turn; the other libraries can be measured.
            return (library, []);
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
        Console.WriteLine($"  {NbnCommandLine.OfClient(options, stack, server.EndPoint, token)}");
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
            var clients = new NbnManualClients(
                sides,
                stack,
                options with
                {
                    Address = address,
                    Port = port,
                },
                token,
                cpus
            );
            await using var manual = new NbnManual(
                kind => clients.ConnectAsync(kind, cancel),
                NbnManualClients.TransmissionsOf(description, options),
                options.Clients,
                Console.In,
                Console.Out
            );
            await manual.RunAsync(cancel);
            return ExitCode.Ok;
        }
    }
}
