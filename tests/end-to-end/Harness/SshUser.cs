namespace Pingmark.EndToEndTests.Harness;

/// <summary>Base of the tests: someone who places workers on other machines, by a real ssh.</summary>
public abstract class SshUser(SshMachines machines) : CommandLineUser, IClassFixture<SshMachines>
{
    /// <summary>What any end takes at most.</summary>
    internal const double LongestEnd = 5,
        LongestComplaint = 10;

    internal SshMachines Machines { get; } = machines;

    internal Task NothingIsLeftAsync() => Machines.NothingIsLeftAsync(LongestEnd);

    /// <summary>Skips the test where there are no machines.</summary>
    internal void Suite(string stacks, int rounds = 1, string more = "", double durationS = 0.2, int sliceMs = 20)
    {
        Skip.If(Machines.Lacks is not null, Machines.Lacks);
        Folder.Write(
            "suite.yaml",
            $"stacks: {stacks}\nwarmup: 20ms\nslice: {sliceMs}ms\nduration: {1000 * durationS}ms\nrounds: {rounds}\n"
                + $"budget: 1m\n{more}\n"
        );
    }

    internal Task<CommandResult> PlacedAsync(params string[] where)
    {
        if (Directory.Exists(Folder["run"]))
            Directory.Delete(Folder["run"], recursive: true);
        return RunAsync(Words(where));
    }

    internal string[] Words(params string[] where) =>
        ["run", "suite.yaml", "--out", "run", "--ssh-config", Machines.Config, .. where];
}
