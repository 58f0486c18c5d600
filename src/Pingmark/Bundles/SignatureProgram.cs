using System.Diagnostics;
using System.Text.RegularExpressions;

namespace Pingmark.Bundles;

/// <summary>OpenSSH's <c>ssh-keygen</c>, which makes signatures of files and checks them.</summary>
/// <param name="program">Its name or path.</param>
/// <param name="longestSigning">How long it may take to sign, with the time in which the user types a passphrase or
/// touches a key.</param>
/// <param name="longestCheck">How long it may take to check a signature.</param>
internal sealed partial class SignatureProgram(string program, TimeSpan longestSigning, TimeSpan longestCheck)
{
    /// <summary>What signatures of bundles are for, so that one of something else is none.</summary>
    private const string Purpose = "pingmark-bundle";

    private const string Signer = "signer";

    private const long MostPrintedBytes = 64 << 10;

    /// <summary>A shell's exit code where it does not find the program.</summary>
    private const int NotFound = 127;

    public static SignatureProgram OfOpenSsh { get; } =
        new("ssh-keygen", longestSigning: TimeSpan.FromMinutes(5), longestCheck: TimeSpan.FromMinutes(1));

    /// <summary>Signs a file, into one beside it. It has the terminal of this process, for it may ask for a
    /// passphrase, and tells the user itself what is wrong.</summary>
    /// <exception cref="PingmarkException">It is not installed, could not sign with that key, or took too
    /// long.</exception>
    public void Sign(string file, string key)
    {
        var command = Command("exec \"$0\" \"$@\" >&2", ["-q", "-Y", "sign", "-f", key, "-n", Purpose, file]);
        using var process =
            Process.Start(command) ?? throw new InvalidOperationException($"{command.FileName} did not start");
        if (
            !Deadline
                .MetAsync(process.WaitForExitAsync(), longestSigning, TimeProvider.System, CancellationToken.None)
                .GetAwaiter()
                .GetResult()
        )
        {
            process.Kill();
            throw TooLong(longestSigning);
        }
        if (RequireFound(process.ExitCode) is not 0 and var code)
            throw new BadInputException($"{program} could not sign with {key}, and ended with {code}");
    }

    /// <param name="file">What was signed.</param>
    /// <param name="signers">The file of <see cref="Signers"/>.</param>
    /// <returns>Whether it is a signature of the file by one of the signers, and what it says of it.</returns>
    /// <exception cref="PingmarkException">It is not installed, or took too long.</exception>
    public (bool IsGood, string Said) Check(string file, string signature, string signers)
    {
        var command = Command(
            "file=$1; shift; exec \"$0\" \"$@\" <\"$file\" 2>&1",
            [file, "-Y", "verify", "-f", signers, "-I", Signer, "-n", Purpose, "-s", signature]
        );
        try
        {
            var said = ProgramOutput
                .ReadAsync(command, input: "", MostPrintedBytes, longestCheck, CancellationToken.None)
                .GetAwaiter()
                .GetResult();
            return (RequireFound(said.ExitCode) == 0, said.Text.Trim());
        }
        catch (TimeoutException)
        {
            throw TooLong(longestCheck);
        }
    }

    /// <summary>The lines by which it knows whose signature counts.</summary>
    /// <param name="keys">Public keys as it writes them, one a line.</param>
    /// <param name="file">Where they are from, for messages.</param>
    /// <exception cref="BadInputException">There is a line that is no public key, or none that is one.</exception>
    public static string Signers(string keys, string file)
    {
        var lines = keys.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .Where(line => !line.StartsWith('#'))
            .Select(line => PublicKey().Match(line))
            .ToList();
        if (lines.Count == 0 || lines.Any(line => !line.Success))
            throw new BadInputException(
                $"{file} has no public keys of ssh, a line each, such as that of id_ed25519.pub"
            );
        return string.Concat(lines.Select(line => $"{Signer} namespaces=\"{Purpose}\" {line.Value}\n"));
    }

    [GeneratedRegex("^(ssh|ecdsa|sk)-[A-Za-z0-9@.-]+ [A-Za-z0-9+/]+=*(?= |$)")]
    private static partial Regex PublicKey();

    /// <param name="line">A line of the shell, whose <c>$0</c> is the program and <c>$@</c> the words.</param>
    private ProcessStartInfo Command(string line, string[] words) =>
        // The shell's own words for a missing program would stand beside those below.
        new("/bin/sh", ["-c", $"command -v \"$0\" >/dev/null || exit {NotFound}; {line}", program, .. words]);

    private int RequireFound(int exitCode) =>
        exitCode == NotFound
            ? throw new PingmarkException(
                $"{program} is not on the PATH, and nothing else makes and checks signatures; mend: apt-get install "
                    + "openssh-client",
                ExitCode.NothingAvailable
            )
            : exitCode;

    private PingmarkException TooLong(TimeSpan longest) =>
        new($"{program} took longer than {longest.TotalSeconds:0.#} s, and was ended", ExitCode.CellFailed);
}
