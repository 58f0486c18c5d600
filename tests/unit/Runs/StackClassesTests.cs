using Pingmark.Model;
using Pingmark.Runs;
using Pingmark.Tests.Trials;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Runs;

/// <summary>Which class cells get: what their servers' stacks say of themselves.</summary>
public class StackClassesTests
{
    private static readonly SuiteSettings ByBoth = new() { BaselineBy = [ClassFact.Transport, ClassFact.Waits] };

    private static FakeMachine Machine()
    {
        var machine = FakeMachine.With("x/tcp", "x/tcp-spin", "x/udp");
        machine["x/tcp-spin"].Spins();
        machine["x/udp"].Speaks("udp");
        return machine;
    }

    private static async Task<IReadOnlyList<string?>> Classes(
        FakeMachine machine,
        SuiteSettings settings,
        Func<string, Availability>? availability = null
    ) =>
        [
            .. (
                await StackClasses.AssignAsync(
                    machine.AsSuite(settings),
                    machine,
                    availability ?? (_ => Availability.Yes),
                    default
                )
            ).Suite.Cells.Select(cell => cell.Class?.Title),
        ];

    /// <summary>What is not here stands with the first that speaks alike.</summary>
    [Fact]
    public async Task A_class_is_what_a_stack_speaks_and_how_it_waits_or_one_of_both()
    {
        Assert.Equal(["TCP, blocking", "TCP, spinning", "UDP, blocking"], await Classes(Machine(), ByBoth));
        Assert.Equal(
            ["blocking", "spinning", "blocking"],
            await Classes(Machine(), new() { BaselineBy = [ClassFact.Waits] })
        );
        Assert.Equal(
            ["TCP, blocking", "TCP, blocking", "UDP"],
            await Classes(
                Machine(),
                ByBoth,
                stack => stack == "x/tcp" ? Availability.Yes : new(false, "missing", "install it")
            )
        );
    }

    [Fact]
    public async Task Versions_of_a_stack_may_be_a_class_of_their_own() =>
        Assert.Equal(
            ["x/tcp", "x/tcp", "x/udp", "x/tcp"],
            await Classes(
                FakeMachine.With("x/tcp@1", "x/tcp@2", "x/udp@1", "x/tcp@3"),
                new() { BaselineBy = [ClassFact.Stack] },
                stack => stack == "x/tcp@3" ? new(false, "is missing") : Availability.Yes
            )
        );

    [Fact]
    public async Task Who_does_not_ask_for_classes_gets_none_and_nobody_is_asked()
    {
        var machine = Machine();
        Assert.Equal([null, null, null], await Classes(machine, new()));
        Assert.Empty(machine.Starts);
    }

    /// <summary>Its cells will say what is wrong with it, and the others are measured.</summary>
    [Fact]
    public async Task A_worker_that_does_not_answer_ends_no_run()
    {
        var machine = Machine();
        machine["x/tcp-spin"].ServerFails("describe", "out of order");
        Assert.Equal(["TCP, blocking", "TCP, blocking", "UDP, blocking"], await Classes(machine, ByBoth));
    }

    [Fact]
    public async Task The_classes_of_a_run_that_is_resumed_stay()
    {
        var machine = Machine();
        var known = new StackClass { Transport = "sctp" };
        var suite = machine.AsSuite(ByBoth, [.. machine.Cells.Select(cell => cell with { Class = known })]);
        Assert.Same(suite, (await StackClasses.AssignAsync(suite, machine, _ => Availability.Yes, default)).Suite);
    }
}
