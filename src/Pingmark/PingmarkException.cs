namespace Pingmark;

/// <summary>The process's exit codes, one meaning each; documented in docs/commands.md.</summary>
public static class ExitCode
{
    public const int Ok = 0;

    /// <summary>A cell failed, or is invalid, at run time.</summary>
    public const int CellFailed = 1;

    /// <summary>The input was unusable before anything was started.</summary>
    public const int BadInput = 2;

    /// <summary>Nothing that was asked for is available on this machine.</summary>
    public const int NothingAvailable = 3;

    /// <summary>A figure is worse than a gate allows.</summary>
    public const int Regression = 4;

    /// <summary>Two runs can't be compared, or only in part.</summary>
    public const int NotComparable = 5;

    /// <summary>A server misses the objective already at the least load that can be judged.</summary>
    public const int IdleMisses = 6;

    /// <summary>The largest load that can be offered meets the objective; where warnings fail, too.</summary>
    public const int NoLoadMisses = 7;

    /// <summary>The client could not offer any load that tells of the server, or, where warnings fail, too, none that
    /// the server misses.</summary>
    public const int BeyondClient = 8;

    /// <summary>Too few generations were measured for an interval.</summary>
    public const int TooFewGenerations = 9;
    public const int Interrupted = 130;
}

/// <summary>An error whose message is meant for the user as it stands: what was wrong, where, and what to
/// try.</summary>
public class PingmarkException(string message, int exitCode, Exception? inner = null)
    : Exception(TerminalSafeText.Message(message), inner)
{
    public int ExitCode { get; } = exitCode;
}

/// <summary>The input can't be used; nothing was started.</summary>
public sealed class BadInputException(string message) : PingmarkException(message, Pingmark.ExitCode.BadInput);
