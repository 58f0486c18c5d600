using System.CommandLine;
using System.Net;
using Pingmark.Formatting;
using Pingmark.Host;
using Pingmark.Ui;

namespace Pingmark.Cli;

internal static class UiCommand
{
    private const int MaxPort = 65_535;

    public static Command Create()
    {
        var runs = new Option<string>("--runs")
        {
            Description = "The folder of runs",
            DefaultValueFactory = _ => "runs",
            HelpName = "folder",
        };
        var address = new Option<string>("--address")
        {
            Description = "The address to listen on; beyond this machine's own it takes a token, which is printed",
            DefaultValueFactory = _ => "127.0.0.1",
        };
        var port = new Option<int>("--port") { Description = "The port; 0: any free one" };
        var command = Help.Command(
            "ui",
            "Serve runs to a browser: list, open, compare, start one and watch it",
            [runs, address, port],
            "pingmark ui",
            "pingmark ui --runs /var/lib/pingmark --port 8080"
        );
        command.SetAction(
            async (parsed, cancel) =>
            {
                var installation = Installation.Find();
                var options = new UiOptions(
                    parsed.GetValue(runs)!,
                    ListenAddress(parsed.GetValue(address)!),
                    parsed.GetValue(port) is >= 0 and <= MaxPort and var number
                        ? number
                        : throw new BadInputException($"--port is a number from 0 to {MaxPort}"),
                    Self(),
                    installation.Suites.List().Select(suite => new SuiteChoice(suite.Name, suite.About)).ToList()
                );
                if (!IPAddress.IsLoopback(options.Address))
                    Console.Error.WriteLine(
                        "what is sent is not encrypted; `ssh -L` is the safer way to another machine"
                    );
                await UiServer.RunAsync(
                    options,
                    url =>
                    {
                        Console.WriteLine(url);
                        Console.Error.WriteLine("Ctrl-C ends it, and what was started from it");
                    },
                    run => Console.Error.WriteLine($"{run} ends, and reports what it has"),
                    cancel
                );
                return ExitCode.Ok;
            }
        );
        return command;
    }

    private static IPAddress ListenAddress(string text)
    {
        var address = IpText.Read(text, "--address");
        if (!IpText.IsWildcard(address))
            OwnAddress.Require(text, "--address");
        return address;
    }

    private static IReadOnlyList<string> Self()
    {
        var program = typeof(UiCommand).Assembly.Location;
        return Environment.ProcessPath is { } host && Path.GetFileName(host) == "dotnet"
            ? [host, program]
            : [Path.ChangeExtension(program, null)];
    }
}
