namespace Pingmark.EndToEndTests.Harness;

/// <summary>Users of another machine who are not root, <c>user-SHELL</c>: each has a login shell and a home folder.
/// They are known to one sshd alone, which finds others in place of /etc/passwd and /home.</summary>
internal static class FarAccounts
{
    /// <summary>Where that sshd finds the keys that it takes: its users may not look into folders of these
    /// tests.</summary>
    public const string Keys = "/home/keys";

    private const int FirstId = 61_000;

    private static readonly Dictionary<string, string> Shells = new()
    {
        ["dash"] = "/bin/dash",
        ["bash"] = "/bin/bash",
        ["csh"] = "/bin/csh",
        ["rbash"] = "/bin/rbash",
        ["nologin"] = "/usr/sbin/nologin",
        ["false"] = "/bin/false",
    };

    /// <returns>Why there is nobody with that shell; null: there is.</returns>
    public static string? Lacks(string name) =>
        File.Exists(Shells[name]) ? null : $"{Shells[name]} is not installed; mend: apt-get install {name}";

    /// <summary>Words before that sshd.</summary>
    /// <param name="folder">Has the keys, and is to have the rest.</param>
    public static IReadOnlyList<string> WordsBefore(TemporaryFolder folder)
    {
        Write("passwd", (name, id) => $"{name}:x:{id}:{id}::/home/{name}:{Shells[name["user-".Length..]]}");
        Write("group", (name, id) => $"{name}:x:{id}:");
        Write("shadow", (name, _) => $"{name}:*:19000:0:99999:7:::");
        return
        [
            "unshare",
            "--mount",
            "sh",
            "-euc",
            """
                from=$1
                shift
                for file in passwd group shadow; do mount --bind "$from/$file" "/etc/$file"; done
                mount -t tmpfs -o mode=755 none /home
                install -m 644 "$from/authorized_keys" /home/keys
                for user in $1; do install -d -o "$user" -g "$user" "/home/$user"; done
                shift
                exec "$@"
                """,
            "sh",
            folder.Path,
            string.Join(' ', Names),
        ];

        void Write(string file, Func<string, int, string> line) =>
            folder.Write(
                file,
                File.ReadAllText($"/etc/{file}")
                    + string.Concat(Names.Select((name, i) => line(name, FirstId + i) + "\n"))
            );
    }

    public static string SshConfig => string.Join('\n', Names.Select(name => $"Host {name}\n  User {name}"));

    private static IEnumerable<string> Names => Shells.Keys.Select(shell => $"user-{shell}");
}
