using System.Text.RegularExpressions;
using Pingmark.Model;
using Pingmark.Placement.Engines.Slurm;
using Pingmark.Placement.Engines.Ssh;

namespace Pingmark.Placement.Engines;

/// <summary>Lists the ways to reach other machines.</summary>
public static class MachineEngines
{
    public static readonly IReadOnlyList<MachineEngine> All = [new SshEngine(), new SlurmEngine()];

    /// <summary>How machines are written that need no hosts file, as messages show it.</summary>
    public static IReadOnlyList<string> Syntaxes => [WorkerHost.ThisMachine, .. All.Select(engine => engine.Syntax)];

    public static MachineEngine? Find(string name) => All.FirstOrDefault(engine => engine.Name == name);
}

/// <summary>A way to reach other machines, by a program that the user has. Options, hosts files, help and messages
/// follow from what an engine says here.</summary>
public abstract class MachineEngine
{
    private const int LongestDestination = 255;

    /// <summary>The key of its machines in a hosts file. With a colon and a destination it is a word of the command
    /// line.</summary>
    public abstract string Name { get; }

    /// <summary>How a machine of this engine is written on the command line: <c>ssh:HOST</c>.</summary>
    public abstract string Syntax { get; }

    /// <summary>That syntax with what it means, as help shows it.</summary>
    public abstract string Help { get; }

    /// <summary>How several machines are written, whichever they are: <c>slurm:NODES</c>; null where each machine
    /// has to be named. Where there is one, the engine's name alone is a word for any machine.</summary>
    public virtual string? SyntaxForSeveral => null;

    /// <summary>What the option <c>--NAME-config</c> means, which names a file; null where the engine has no such
    /// option.</summary>
    public virtual string? ConfigHelp => null;

    public string ConfigOption => $"--{Name}-config";

    /// <summary>The most workers that one connection carries at once; null where the engine sets no limit.</summary>
    public virtual int? MostWorkers => null;

    /// <summary>Matches what a destination looks like, because it becomes a part of a command line.</summary>
    protected abstract Regex Destinations { get; }

    /// <summary>Says in messages what a destination looks like: <c>[USER@]HOST as ssh takes it</c>.</summary>
    protected abstract string DestinationForm { get; }

    /// <summary>Reads a destination.</summary>
    /// <exception cref="BadInputException">The text does not look like a destination.</exception>
    public string Destination(string text, string what) =>
        text.Length <= LongestDestination && Destinations.IsMatch(text)
            ? text
            : throw new BadInputException($"{what} must be {DestinationForm}, not '{text}'");

    /// <summary>Opens the engine for the machines that a run needs of it.</summary>
    /// <param name="config">The file that the engine's option names; null where the option is not given.</param>
    /// <exception cref="SiteException">The engine is missing here, or has no such machines; the message tells what
    /// mends it.</exception>
    internal abstract Task<OpenMachineEngine> OpenAsync(
        IReadOnlyList<SiteEntry> asked,
        string? config,
        CancellationToken cancel
    );
}
