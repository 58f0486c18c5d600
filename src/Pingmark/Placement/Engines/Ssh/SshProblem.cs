namespace Pingmark.Placement.Engines.Ssh;

/// <summary>Words what ssh says when it can't connect, so that it tells what to do about it.</summary>
internal static class SshProblem
{
    private const string NoAnswer = "it does not answer: look at its address, its power and the firewalls in between";

    /// <summary>What ssh may say, and what that means.</summary>
    /// <param name="to">The destination as ssh was given it.</param>
    public static IReadOnlyList<(string Said, string Meaning)> KnownProblems(string to) =>
        [
            (
                "REMOTE HOST IDENTIFICATION HAS CHANGED",
                "its host key is not the one that is known: it was set up anew, or somebody is in between; if you "
                    + $"know why, `ssh-keygen -R {HostOf(to)}`, then `ssh {to}` once by hand"
            ),
            (
                "Host key verification failed",
                $"its host key is not known here: `ssh {to}` once by hand, and compare the fingerprint"
            ),
            (
                // Of its own, and not of a file there.
                "Permission denied (",
                $"it takes none of the keys that ssh offers, and passwords are not asked for: `ssh-copy-id {to}`, or "
                    + "`ssh-add` the key"
            ),
            (
                "currently not available",
                $"its user may run nothing there (a login shell like nologin): name another one, {AnotherUser(to)}"
            ),
            (
                ": restricted",
                "its user has a restricted login shell there, which runs no other: name another one, " + AnotherUser(to)
            ),
            ("Could not resolve hostname", "there is no host of that name: look at the name, or ~/.ssh/config"),
            ("Connection refused", "nothing listens there for ssh: start its sshd, or name the port in ~/.ssh/config"),
            ("timed out", NoAnswer),
            ("not responding", NoAnswer),
            ("No route to host", "it can't be reached from here: look at its address and at the network"),
            ("Network is unreachable", "it can't be reached from here: look at its address and at the network"),
        ];

    private static string AnotherUser(string destination) => $"as in ssh:USER@{HostOf(destination)}";

    private static string HostOf(string destination) => destination[(destination.LastIndexOf('@') + 1)..];
}
