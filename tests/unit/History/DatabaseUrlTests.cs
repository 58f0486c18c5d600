using Npgsql;
using Pingmark.History.Database;
using Xunit;

namespace Pingmark.Tests.History;

public sealed class DatabaseUrlTests
{
    private const string Secret = "s3cret";

    private static NpgsqlConnectionStringBuilder Settings(string url) => new(DatabaseUrl.Choose(null, url)!.Settings);

    [Fact]
    public void All_of_a_url_is_understood()
    {
        var settings = Settings("postgresql://me%40work:p%2F%3A%40@db.example:6543/of%20mine?sslmode=verify-full");
        Assert.Equal(
            ("me@work", "p/:@", "db.example", 6543, "of mine", SslMode.VerifyFull),
            (settings.Username, settings.Password, settings.Host, settings.Port, settings.Database, settings.SslMode)
        );
        Assert.Equal("::1", Settings("postgres://[::1]/x").Host);
        Assert.Equal("localhost", Settings("postgres:///x").Host);
        Assert.Equal("/run/pg", Settings("postgres:///x?host=%2Frun%2Fpg").Host);
        Assert.Equal("x on db:5432", DatabaseUrl.Choose("postgres://me@db/x", null)!.Name);
    }

    [Theory]
    [InlineData("disable", SslMode.Disable)]
    [InlineData("prefer", SslMode.Prefer)]
    [InlineData("require", SslMode.Require)]
    [InlineData("verify-ca", SslMode.VerifyCA)]
    public void Encryption_is_as_asked_for(string mode, SslMode expected)
    {
        var settings = Settings($"postgres://db/x?sslmode={mode}&sslrootcert=ca.pem&sslcert=me.pem&sslkey=me.key");
        Assert.Equal(
            (expected, "ca.pem", "me.pem", "me.key"),
            (settings.SslMode, settings.RootCertificate, settings.SslCertificate, settings.SslKey)
        );
    }

    [Fact]
    public void What_is_typed_comes_first_and_nothing_is_no_database()
    {
        Assert.Contains("typed", DatabaseUrl.Choose("postgres://typed/x", "postgres://other/x")!.Name);
        Assert.Null(DatabaseUrl.Choose(null, null));
        Assert.Null(DatabaseUrl.Choose(null, ""));
    }

    [Theory]
    [InlineData($"postgres://me:{Secret}@db/x")]
    [InlineData($"postgres://db/x?password={Secret}")]
    public void A_password_on_a_command_line_is_refused(string url)
    {
        var e = Assert.Throws<BadInputException>(() => DatabaseUrl.Choose(url, null));
        Assert.Contains("PGPASSWORD", e.Message);
        Assert.DoesNotContain(Secret, e.Message);
        Assert.Equal(Secret, Settings(url).Password);
        Assert.DoesNotContain(Secret, DatabaseUrl.Choose(null, url)!.Name);
        Assert.DoesNotContain(Secret, DatabaseUrl.WithoutPassword($"'{url}' is unknown"));
    }

    [Theory]
    [InlineData($"mysql://me:{Secret}@db/x")]
    [InlineData($"postgres://me:{Secret}/@db/x")]
    [InlineData($"postgres://me@work:{Secret}@db/x")]
    [InlineData($"postgres://me:1?{Secret}@db/x")]
    [InlineData($"postgres://me:1/{Secret}@db/x")]
    [InlineData($"postgres://me:1#{Secret}@db/x")]
    [InlineData($"postgres://db/x?{Secret}=1")]
    [InlineData($"postgres://db/x?sslmode={Secret}")]
    [InlineData($"postgres://db:99999999999/{Secret}")]
    [InlineData($"{Secret}")]
    [InlineData("")]
    public void What_can_not_be_read_is_not_repeated(string url)
    {
        var e = Assert.Throws<BadInputException>(() => DatabaseUrl.Choose(url, null));
        Assert.DoesNotContain(Secret, e.Message);
    }

    [Theory]
    [InlineData("postgres://db/x", "tls, only without a password in clear, in clear with a warning")]
    [InlineData(
        "postgres://192.0.2.1/x?sslmode=prefer",
        "tls, only without a password in clear, in clear with a warning"
    )]
    [InlineData("postgres://db/x?sslmode=allow", "tls, only without a password in clear, in clear with a warning")]
    [InlineData("postgres://db/x?sslmode=disable", "only without a password in clear, in clear with a warning")]
    [InlineData("postgres://db/x?sslmode=require", "tls")]
    [InlineData("postgres://db/x?sslmode=verify-ca", "tls")]
    [InlineData("postgres:///x?sslmode=verify-full", "tls")]
    [InlineData("postgres://LocalHost/x", "tls, in clear")]
    [InlineData("postgres://127.0.0.2/x", "tls, in clear")]
    [InlineData("postgres://[::1]/x?sslmode=disable", "in clear")]
    [InlineData("postgres:///x?host=%2Frun%2Fpg", "in clear")]
    public void What_is_encrypted_is_tried_first_and_clear_passwords_at_the_very_last(string url, string expected)
    {
        var ways = ConnectionAttempt.Plan(DatabaseUrl.Choose(url, null)!);
        Assert.Equal(expected, string.Join(", ", ways.Select(Words)));
        Assert.Equal(
            [.. ways.SkipLast(1).Select(way => way.LeadsOn is not null), false],
            ways.Select(w => w.LeadsOn is not null)
        );

        static string Words(ConnectionAttempt way)
        {
            var settings = new NpgsqlConnectionStringBuilder(way.Settings);
            Assert.Equal(way.IsEncrypted, settings.SslMode >= SslMode.Require);
            Assert.Equal(!way.IsEncrypted, settings.SslMode == SslMode.Disable);
            return way.IsEncrypted ? "tls"
                : settings.RequireAuth == "!Password" ? "only without a password in clear"
                : way.Warning is null ? "in clear"
                : "in clear with a warning";
        }
    }

    [Fact]
    public void A_time_to_connect_is_short_or_what_is_asked_for()
    {
        Assert.InRange(Settings("postgres://db/x").Timeout, 1, 8);
        Assert.Equal(300, Settings("postgres://db/x?connect_timeout=300").Timeout);
        Assert.Throws<BadInputException>(() => Settings("postgres://db/x?connect_timeout=0"));
        Assert.Throws<BadInputException>(() => Settings("postgres://db/x?connect_timeout=-1"));
    }
}
