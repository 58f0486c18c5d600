using System.Text.RegularExpressions;

namespace Pingmark.Placement.Engines;

/// <summary>A way to reach other machines, by a program that the user has. <see cref="MachineEngines"/> lists them;
/// options, hosts files, help and messages follow from what an engine says here.</summary>
public abstract class MachineEngine
{
    private const int LongestDestination = 255;

    /// <summary>The key of its machines in a hosts file. With a colon and a destination it is a word of the command
    /// line.</summary>
    public abstract string Name { get; }

    /// <summary>A word of the command line, for messages: <c>ssh:HOST</c>.</summary>
    public abstract string Word { get; }

    /// <summary>That word with what it means, for help.</summary>
    public abstract string Help { get; }

    /// <summary>The word for several machines, whichever they are: <c>slurm:NODES</c>; null: each has to be named.
    /// Where there is one, the engine's name alone is a word for any machine.</summary>
    public virtual string? WordOfSeveral => null;

    /// <summary>What its option <c>--NAME-config</c> means, which names a file; null: it has none.</summary>
    public virtual string? ConfigHelp => null;

    public string ConfigOption => $"--{Name}-config";

    /// <summary>The most workers that one connection to a machine carries at once; null: it sets no limit.</summary>
    public virtual int? MostWorkers => null;

    /// <summary>What a destination looks like, which becomes a part of a command line.</summary>
    protected abstract Regex Destinations { get; }

    /// <summary>The same for messages: <c>[USER@]HOST as ssh takes it</c>.</summary>
    protected abstract string DestinationForm { get; }

    /// <summary>Reads a destination.</summary>
    /// <exception cref="BadInputException">It does not look like one.</exception>
    public string Destination(string text, string what) =>
        text.Length <= LongestDestination && Destinations.IsMatch(text)
            ? text
            : throw new BadInputException($"{what} must be {DestinationForm}, not '{text}'");

    /// <param name="asked">The machines that a run needs of it.</param>
    /// <param name="config">The file that its option names; null: the option is not given.</param>
    /// <exception cref="SiteException">It is missing here, or has no such machines; the message tells what mends
    /// it.</exception>
    internal abstract Task<OpenEngine> OpenAsync(
        IReadOnlyList<SiteEntry> asked,
        string? config,
        CancellationToken cancel
    );
}

/// <summary>An engine while a run has machines of it.</summary>
internal abstract class OpenEngine : IDisposable
{
    /// <summary>The machine for an entry. Where any will do, each call gives another one.</summary>
    public virtual SiteEntry Take(SiteEntry asked) => asked;

    /// <param name="entry">One that was taken.</param>
    /// <exception cref="SiteException">It can't be used; the message tells what mends it.</exception>
    public abstract Task<RemoteShell> ShellAsync(SiteEntry entry, CancellationToken cancel);

    public virtual void Dispose() { }
}
