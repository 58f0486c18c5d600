using System.Diagnostics;
using Npgsql;

namespace Pingmark.EndToEndTests.Harness;

/// <summary>A PostgreSQL of Debian's package that is nobody else's: its data in a temporary folder, and a Unix socket
/// there in place of a port. It ends with the tests.</summary>
public sealed class PostgreSqlServer : IDisposable
{
    public const string Password = "not/to be:seen@all";

    /// <summary>Roles that need it: one proves that it knows it, the other one says it.</summary>
    public const string Guarded = "guarded",
        Telling = "telling";

    public const string Collection = nameof(PostgreSqlServer);

    internal const string Owner = "pingmark";
    private const string Unprivileged = "postgres";

    private readonly TemporaryFolder _folder = new();
    private Process? _server;
    private int _databases;

    public PostgreSqlServer() => Lacks = AllOrNothing.Make(this, Make);

    private string? Make()
    {
        if (Programs() is not { } programs)
            return "postgresql is not installed; mend: apt-get install postgresql";
        // It refuses to be root's.
        string[] asUser = Environment.IsPrivilegedProcess
            ? ["setpriv", $"--reuid={Unprivileged}", $"--regid={Unprivileged}", "--clear-groups"]
            : [];
        if (asUser.Length > 0)
            Run("chown", Unprivileged, _folder.Path);
        var data = _folder["data"];
        Run([.. asUser, $"{programs}/initdb", "-D", data, "-U", Owner, "-A", "trust", "-E", "UTF8", .. Brief]);
        _folder.Write(
            "data/pg_hba.conf",
            $"local all {Guarded} scram-sha-256\nlocal all {Telling} password\nlocal all all trust\n"
        );
        string[] start = [.. asUser, $"{programs}/postgres", "-D", data, "-k", _folder.Path, .. Settings];
        // One shell gives it a file for what it says, and becomes it.
        _server = Process.Start("/bin/sh", ["-c", "exec \"$@\" >\"$0\" 2>&1 </dev/null", Log, .. start]);
        WaitUntilItServes();
        return null;
    }

    private string Log => _folder["log"];

    private static readonly string[] Brief = ["--no-locale", "--no-sync", "--no-instructions"];

    /// <summary>No port, and nothing that outlives the machine's power.</summary>
    private static readonly string[] Settings =
    [
        "-c",
        "listen_addresses=",
        "-c",
        "fsync=off",
        "-c",
        "full_page_writes=off",
        "-c",
        "shared_buffers=64MB",
        "-c",
        "max_connections=20",
    ];

    /// <summary>Why there is none here; null: it serves.</summary>
    public string? Lacks { get; }

    /// <summary>A database that nobody has used yet.</summary>
    public TestDatabase Create()
    {
        var name = $"team{++_databases}";
        using (var first = new TestDatabase(_folder.Path, Owner, "postgres"))
            first.Run($"create database {name}");
        return new(_folder.Path, Owner, name);
    }

    public void WaitUntilItServes()
    {
        var refusal = "";
        Eventually.True(() => _server!.HasExited || Serves(out refusal), Patience.For(20), Said);
        if (_server!.HasExited)
            Assert.Fail(Said());

        string Said() => $"{refusal}\n{(File.Exists(Log) ? File.ReadAllText(Log) : "PostgreSQL said nothing")}";
    }

    private bool Serves(out string refusal)
    {
        refusal = "";
        try
        {
            using var database = new TestDatabase(_folder.Path, Owner, "postgres");
            return true;
        }
        catch (NpgsqlException e)
        {
            refusal = e.Message;
            return false;
        }
    }

    /// <summary>The newest that is installed.</summary>
    private static string? Programs() =>
        Directory.Exists("/usr/lib/postgresql")
            ? Directory
                .EnumerateDirectories("/usr/lib/postgresql")
                .OrderByDescending(folder => int.TryParse(Path.GetFileName(folder), out var version) ? version : 0)
                .Select(folder => $"{folder}/bin")
                .FirstOrDefault(folder => File.Exists($"{folder}/initdb"))
            : null;

    private void Run(params string[] words)
    {
        var (code, output, errors) = Shell.End(new(words[0], words[1..]) { WorkingDirectory = _folder.Path });
        if (code != 0)
            throw new InvalidOperationException($"{words[^1]}: {errors}{output}");
    }

    public void Dispose()
    {
        if (_server is not null)
        {
            // The one that was started ends all that it made; its clients have gone.
            if (!_server.HasExited)
                Signals.Send(_server.Id, Signals.Interrupt);
            if (!_server.WaitForExit(Patience.For(10)))
                _server.Kill(entireProcessTree: true);
            _server.Dispose();
        }
        _folder.Dispose();
    }
}

/// <summary>One server for all tests of databases.</summary>
[CollectionDefinition(PostgreSqlServer.Collection)]
public sealed class PostgreSqlTests : ICollectionFixture<PostgreSqlServer>;

/// <summary>One of its databases, with a connection that asks and disturbs.</summary>
public sealed class TestDatabase : IDisposable
{
    private readonly string _folder,
        _user,
        _name;
    private readonly NpgsqlConnection _connection;

    public TestDatabase(string folder, string user, string name)
    {
        (_folder, _user, _name) = (folder, user, name);
        _connection = new(
            new NpgsqlConnectionStringBuilder
            {
                Host = folder,
                Username = user,
                Database = name,
                Pooling = false,
                CommandTimeout = 120,
            }.ConnectionString
        );
        try
        {
            _connection.Open();
        }
        catch
        {
            _connection.Dispose();
            throw;
        }
        Url = Of(user);
    }

    /// <summary>As it is typed.</summary>
    public string Url { get; }

    public string Name => _name;

    /// <summary>The file of the server's Unix socket.</summary>
    public string Socket => Path.Combine(_folder, ".s.PGSQL.5432");

    /// <summary>The same once more, after the server has ended all connections.</summary>
    public TestDatabase Again() => new(_folder, _user, _name);

    /// <summary>Its URL for somebody else.</summary>
    public string Of(string user) => $"postgres://{user}@/{_name}?host={Uri.EscapeDataString(_folder)}";

    /// <summary>Whether its connection is dead: when one process was killed, the server ends all others.</summary>
    public bool HasGone
    {
        get
        {
            try
            {
                Run("select 1");
                return false;
            }
            catch (Exception e) when (e is NpgsqlException or InvalidOperationException)
            {
                return true;
            }
        }
    }

    public void Run(string statement)
    {
        using var command = new NpgsqlCommand(statement, _connection);
        command.ExecuteNonQuery();
    }

    /// <summary>A role that has to tell its password, or to prove that it knows it.</summary>
    public void AddRole(string name) =>
        Run(
            $"""
            do $$ begin
              if not exists (select from pg_roles where rolname = '{name}') then
                create role {name} login superuser password '{PostgreSqlServer.Password}';
              end if;
            end $$
            """
        );

    /// <summary>Waits until somebody else's statement waits for a lock here.</summary>
    /// <returns>The id of its process.</returns>
    public async Task<int> WaitingAsync(int besides = 0)
    {
        var waiting = 0;
        await Eventually.TrueAsync(
            () =>
                (
                    waiting = One<int>(
                        $"select coalesce(max(pid), 0) from pg_locks where not granted and pid <> {besides}"
                    )
                ) > 0,
            Patience.For(10),
            () => "a statement waits for a lock"
        );
        return waiting;
    }

    public T One<T>(string statement)
    {
        using var command = new NpgsqlCommand(statement, _connection);
        return (T)command.ExecuteScalar()!;
    }

    /// <summary>All rows of an answer, by the names of its columns.</summary>
    public IReadOnlyList<IReadOnlyDictionary<string, object>> Rows(string statement)
    {
        using var command = new NpgsqlCommand(statement, _connection);
        using var reader = command.ExecuteReader();
        var rows = new List<IReadOnlyDictionary<string, object>>();
        while (reader.Read())
            rows.Add(Enumerable.Range(0, reader.FieldCount).ToDictionary(reader.GetName, reader.GetValue));
        return rows;
    }

    public void Dispose() => _connection.Dispose();
}
