using FsCheck;
using FsCheck.Fluent;
using Pingmark.Properties;
using Xunit;

namespace Pingmark.Tests.Suites;

public class SuiteYamlTests
{
    [Fact]
    public void Syntax_errors_have_a_place() =>
        Assert.All<(string Yaml, string Problem)>(
            [
                ("", "x.yaml:1:1: a suite must be a mapping with stacks and more, not nothing"),
                ("- a", "x.yaml:1:1: a suite must be a mapping with stacks and more, not a list"),
                (
                    "stacks: [a",
                    "x.yaml:2:1: not valid YAML: While parsing a flow sequence, did not find expected ',' or ']'."
                ),
                ("stacks: a\n\0", "x.yaml:2:1: not valid YAML: a control character"),
                ("stacks: &a [*a]", "x.yaml:1:13: not valid YAML: the anchor 'a' is not defined above"),
                ("stacks: !exec cpp/tcp-epoll", "x.yaml:1:9: the tag '!exec' has no meaning in a suite"),
                (
                    "stacks: cpp/tcp-epoll\n---\nrounds: 1",
                    "x.yaml:2:1: a file is one suite; this starts a second document"
                ),
            ],
            row => Assert.Equal([row.Problem], Yaml.Problems(row.Yaml))
        );

    [Fact]
    public void What_would_exhaust_the_stack_or_the_memory_is_refused_before()
    {
        Assert.Equal(
            ["x.yaml:1:25: not valid YAML: nested deeper than 16 levels"],
            Yaml.Problems("stacks: " + new string('[', 100_000))
        );
        Assert.Equal(
            ["x.yaml:1:1: is longer than 1 MiB, which no suite is"],
            Yaml.Problems(new string('#', (1 << 20) + 1))
        );
    }

    [Fact]
    public void Anchors_save_repetition()
    {
        var suite = Yaml.Parse(
            """
            stacks:
              - {stack: java/tcp-nio, runtime_options: &serial {java: -XX:+UseSerialGC}}
              - {stack: java/tcp-spin, runtime_options: *serial}
            """
        );
        Assert.All(suite.Cells, cell => Assert.Equal(["-XX:+UseSerialGC"], cell.RuntimeOptions["java"]));
    }

    [Fact]
    public void Any_text_is_a_suite_or_bad_input()
    {
        const string Words =
            "stacks@connections@: @:@\n@  @- @[@]@{@}@,@1@cpp/tcp-epoll@&a @*a@\"@'@#@!@---\n@?@|@\t@\0";
        var texts = Gen.Elements(Words.Split('@')).ListOf().Select(string.Concat);
        Prop.ForAll(texts.ToArbitrary(), text => Record.Exception(() => Yaml.Parse(text)) is null or BadInputException)
            .Holds(cases: 5000);
    }
}
