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

    [Fact]
    public void Encryption_is_as_asked_for() =>
        Assert.All<(string Mode, SslMode Expected)>(
            [
                ("disable", SslMode.Disable),
                ("prefer", SslMode.Prefer),
                ("require", SslMode.Require),
                ("verify-ca", SslMode.VerifyCA),
            ],
            row =>
            {
                const string files = "sslrootcert=ca.pem&sslcert=me.pem&sslkey=me.key";
                var settings = Settings($"postgres://db/x?sslmode={row.Mode}&{files}");
                Assert.Equal(
                    (row.Expected, "ca.pem", "me.pem", "me.key"),
                    (settings.SslMode, settings.RootCertificate, settings.SslCertificate, settings.SslKey)
                );
            }
        );

    [Fact]
    public void What_is_typed_comes_first_and_nothing_is_no_database()
    {
        Assert.Contains("typed", DatabaseUrl.Choose("postgres://typed/x", "postgres://other/x")!.Name);
        Assert.Null(DatabaseUrl.Choose(null, null));
        Assert.Null(DatabaseUrl.Choose(null, ""));
    }

    [Fact]
    public void A_password_on_a_command_line_is_refused()
    {
        foreach (var url in new[] { $"postgres://me:{Secret}@db/x", $"postgres://db/x?password={Secret}" })
        {
            var e = Assert.Throws<BadInputException>(() => DatabaseUrl.Choose(url, null));
            Assert.Contains("PGPASSWORD", e.Message);
            Assert.DoesNotContain(Secret, e.Message);
            Assert.Equal(Secret, Settings(url).Password);
            Assert.DoesNotContain(Secret, DatabaseUrl.Choose(null, url)!.Name);
            Assert.DoesNotContain(Secret, DatabaseUrl.WithoutPassword($"'{url}' is unknown"));
        }
    }

    [Fact]
    public void What_can_not_be_read_is_not_repeated() =>
        Assert.All<string>(
            [
                $"mysql://me:{Secret}@db/x",
                $"postgres://me:{Secret}/@db/x",
                $"postgres://me@work:{Secret}@db/x",
                $"postgres://me:1?{Secret}@db/x",
                $"postgres://me:1/{Secret}@db/x",
                $"postgres://me:1#{Secret}@db/x",
                $"postgres://db/x?{Secret}=1",
                $"postgres://db/x?sslmode={Secret}",
                $"postgres://db:99999999999/{Secret}",
                Secret,
                "",
            ],
            url =>
            {
                var e = Assert.Throws<BadInputException>(() => DatabaseUrl.Choose(url, null));
                Assert.DoesNotContain(Secret, e.Message);
            }
        );

    [Fact]
    public void A_password_goes_in_clear_text_over_no_network() =>
        Assert.All<(string Url, SslMode Mode, string? Auth)>(
            [
                ("postgres://db/x", SslMode.Prefer, "!Password"),
                ("postgres://192.0.2.1/x?sslmode=allow", SslMode.Prefer, "!Password"),
                ("postgres://db/x?sslmode=disable", SslMode.Disable, "!Password"),
                ("postgres://db/x?sslmode=require", SslMode.Require, null),
                ("postgres:///x?sslmode=verify-full", SslMode.VerifyFull, null),
                ("postgres://LocalHost/x", SslMode.Prefer, null),
                ("postgres://127.0.0.2/x", SslMode.Prefer, null),
                ("postgres://[::1]/x?sslmode=disable", SslMode.Disable, null),
                ("postgres:///x?host=%2Frun%2Fpg", SslMode.Disable, null),
            ],
            row =>
            {
                var settings = Settings(row.Url);
                Assert.Equal((row.Mode, row.Auth), (settings.SslMode, settings.RequireAuth));
            }
        );

    [Fact]
    public void A_time_to_connect_is_short_or_what_is_asked_for()
    {
        Assert.InRange(Settings("postgres://db/x").Timeout, 1, 8);
        Assert.Equal(300, Settings("postgres://db/x?connect_timeout=300").Timeout);
        Assert.Throws<BadInputException>(() => Settings("postgres://db/x?connect_timeout=0"));
        Assert.Throws<BadInputException>(() => Settings("postgres://db/x?connect_timeout=-1"));
    }
}
