using Pingmark.Checks;
using Pingmark.Formatting;
using Pingmark.Model;
using Pingmark.Tests.Reports;
using Xunit;

namespace Pingmark.Tests.Checks;

/// <summary>docs/checks.md has a row for each check, and no other: <c>UPDATE_GOLDEN=1</c> writes it anew.</summary>
public sealed class ChecksTableTests
{
    private static readonly IReadOnlyList<CheckRow> Rows = CheckList.Rows;

    [Fact]
    public void The_table_of_checks_is_what_they_say_of_themselves() => Golden.CheckDocument("checks.md", Table());

    [Fact]
    public void Every_check_is_asked()
    {
        var written = typeof(CheckList)
            .Assembly.GetTypes()
            .Count(type => !type.IsAbstract && IsCheck(type.BaseType) || IsCheck(type.BaseType?.BaseType));
        Assert.Equal(written, Rows.Count);

        static bool IsCheck(Type? type) =>
            type is { IsGenericType: true } && type.GetGenericTypeDefinition() == typeof(Check<>);
    }

    [Fact]
    public void An_id_names_one_check_of_a_scope() =>
        Assert.Equal(Rows.Count, Rows.Select(row => (row.Scope, row.Id)).Distinct().Count());

    private static string Table() =>
        "\n| id | of a | what it means | what to do |\n|---|---|---|---|\n"
        + string.Concat(Rows.Select(row => $"| `{row.Id}` | {row.Scope.Word()} | {row.Meaning} | {row.Remedy} |\n"));
}
