using Pingmark.Host;
using Xunit;

namespace Pingmark.Tests.Host;

public class MessageLocaleTests
{
    [Fact]
    public void Messages_are_English_and_nothing_else_of_the_locale_changes() =>
        Assert.All<(string Inherited, string Expected)>(
            [
                ("LANG=de_DE.UTF-8", "LANG=de_DE.UTF-8 LC_MESSAGES=C"),
                ("LANG=C.UTF-8 LC_MESSAGES=de_DE.UTF-8", "LANG=C.UTF-8 LC_MESSAGES=C"),
                ("LC_ALL=de_DE.UTF-8", "LANG=de_DE.UTF-8 LC_MESSAGES=C"),
                ("LANG=C LC_ALL=fr_FR.UTF-8 LC_CTYPE=C LC_TIME=C", "LANG=fr_FR.UTF-8 LC_MESSAGES=C"),
                ("LC_ALL= LC_CTYPE=en_US.UTF-8", "LC_CTYPE=en_US.UTF-8 LC_MESSAGES=C"),
            ],
            row =>
            {
                var pairs = row.Inherited.Split(' ').Select(pair => pair.Split('='));
                var environment = pairs.ToDictionary(p => p[0], p => (string?)p[1]);
                ForeignTool.MakeEnglish(environment);
                var made = environment.Select(pair => $"{pair.Key}={pair.Value}").Order();
                Assert.Equal(row.Expected.Split(' '), made);
            }
        );
}
