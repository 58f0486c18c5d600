using FsCheck;
using FsCheck.Fluent;
using Pingmark.Properties;
using Xunit;

namespace Pingmark.Tests.Suites;

public class SuiteYamlTests
{
    [Theory]
    [InlineData("", "x.yaml:1:1: a suite must be a mapping with stacks and more, not nothing")]
    [InlineData("- a", "x.yaml:1:1: a suite must be a mapping with stacks and more, not a list")]
    [InlineData("hello", "x.yaml:1:1: a suite must be a mapping with stacks and more, not 'hello'")]
    [InlineData(
        "stacks: [a",
        "x.yaml:2:1: not valid YAML: While parsing a flow sequence, did not find expected ',' or ']'."
    )]
    [InlineData("a: b: c", "x.yaml:1:5: not valid YAML: While scanning a plain scalar value, found invalid mapping.")]
    [InlineData("stacks: a\n\0", "x.yaml:2:1: not valid YAML: a control character")]
    [InlineData("a\u001b[2J", "x.yaml:1:2: not valid YAML: a control character")]
    [InlineData("stacks: *gone", "x.yaml:1:9: not valid YAML: the anchor 'gone' is not defined above")]
    [InlineData("stacks: &a [*a]", "x.yaml:1:13: not valid YAML: the anchor 'a' is not defined above")]
    [InlineData("stacks: !exec cpp/tcp-epoll", "x.yaml:1:9: the tag '!exec' has no meaning in a suite")]
    [InlineData(
        "stacks: cpp/tcp-epoll\n---\nrounds: 1",
        "x.yaml:2:1: a file is one suite; this starts a second document"
    )]
    public void Syntax_errors_have_a_place(string yaml, string problem) => Assert.Equal([problem], Yaml.Problems(yaml));

    [Fact]
    public void Deep_nesting_is_refused_before_it_exhausts_the_stack() =>
        Assert.Equal(
            ["x.yaml:1:25: not valid YAML: nested deeper than 16 levels"],
            Yaml.Problems("stacks: " + new string('[', 100_000))
        );

    [Fact]
    public void A_file_of_megabytes_is_refused() =>
        Assert.Equal(
            ["x.yaml:1:1: is longer than 1 MiB, which no suite is"],
            Yaml.Problems(new string('#', (1 << 20) + 1))
        );

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
        var words = Gen.Elements(
            "stacks",
            "connections",
            ": ",
            ":",
            "\n",
            "  ",
            "- ",
            "[",
            "]",
            "{",
            "}",
            ",",
            "1",
            "cpp/tcp-epoll",
            "&a ",
            "*a",
            "\"",
            "'",
            "#",
            "!",
            "---\n",
            "?",
            "|",
            "\t",
            "\0"
        );
        var texts = words.ListOf().Select(string.Concat);
        Prop.ForAll(texts.ToArbitrary(), text => Record.Exception(() => Yaml.Parse(text)) is null or BadInputException)
            .Holds(cases: 5000);
    }
}
