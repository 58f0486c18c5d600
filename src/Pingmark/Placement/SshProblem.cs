namespace Pingmark.Placement;

/// <summary>What ssh says when it can't connect, in words that tell what to do about it.</summary>
internal static class SshProblem
{
    private static readonly (string Said, Func<string, string> Meaning)[] Known =
    [
        (
            "REMOTE HOST IDENTIFICATION HAS CHANGED",
            to =>
                "its host key is not the one that is known: it was set up anew, or somebody is in between; if you "
                + $"know why, `ssh-keygen -R {HostOf(to)}`, then `ssh {to}` once by hand"
        ),
        (
            "Host key verification failed",
            to => $"its host key is not known here: `ssh {to}` once by hand, and compare the fingerprint"
        ),
        (
            "Permission denied",
            to =>
                $"it takes none of the keys that ssh offers, and passwords are not asked for: `ssh-copy-id {to}`, or "
                + "`ssh-add` the key"
        ),
        ("Could not resolve hostname", _ => "there is no host of that name: look at the name, or ~/.ssh/config"),
        ("Connection refused", _ => "nothing listens there for ssh: start its sshd, or name the port in ~/.ssh/config"),
        ("timed out", _ => "it does not answer: look at its address, its power and the firewalls in between"),
        ("No route to host", _ => "it can't be reached from here: look at its address and at the network"),
        ("Network is unreachable", _ => "it can't be reached from here: look at its address and at the network"),
        ("No space left on device", _ => "its disk is full: make room in ~/.cache, or set XDG_CACHE_HOME there"),
        ("Wrote only ", _ => "its disk is full: make room in ~/.cache, or set XDG_CACHE_HOME there"),
        ("Disk quota exceeded", _ => "the user's disk quota there is used up: make room in ~/.cache"),
        ("Read-only file system", _ => "its cache folder can't be written: set XDG_CACHE_HOME there"),
    ];

    /// <param name="to">The destination as ssh was given it.</param>
    /// <param name="said">Its last lines on stderr.</param>
    /// <param name="otherwise">Where it said nothing.</param>
    public static string Text(string to, IReadOnlyList<string> said, string otherwise)
    {
        foreach (var (words, meaning) in Known)
            if (said.Any(line => line.Contains(words, StringComparison.OrdinalIgnoreCase)))
                return meaning(to);
        return said.LastOrDefault(line => line.Length > 0) is { } last ? Shown.Plain(last) : otherwise;
    }

    private static string HostOf(string destination) => destination[(destination.LastIndexOf('@') + 1)..];
}
