using System.Text.RegularExpressions;
using Pingmark.Host;
using Pingmark.Model;
using Pingmark.Results;
using Pingmark.Runs;
using Pingmark.Tests.Results;
using Pingmark.Tests.Trials;
using Pingmark.Workers;
using Xunit;

namespace Pingmark.Tests.Runs;

/// <summary>A run that ended early is gone on with in its folder, or refused with each reason.</summary>
public sealed class EarlierRunTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    private string Trials => File.ReadAllText(_folder["run/trials.jsonl"]);

    private static Suite Suite(FakeMachine machine) => machine.AsSuite(new() { Rounds = 5 });

    private async Task<Summary> RunAsync(
        FakeMachine machine,
        Suite? suite = null,
        bool resumes = false,
        Func<string, Availability>? availability = null,
        CancellationToken cancel = default,
        params Note[] surroundings
    )
    {
        var earlier = resumes ? EarlierRun.Open(_folder["run"]) : null;
        using var locked = earlier?.Folder;
        return await new SuiteRun(machine, new LocalSides([0, 1]), FakeMachine.Silent)
        {
            Earlier = earlier,
            Surroundings = surroundings,
        }.ExecuteAsync(
            suite ?? earlier?.Suite ?? Suite(machine),
            availability ?? (_ => Availability.Yes),
            info =>
            {
                earlier?.Folder.Rewrite(info);
                return earlier?.Folder ?? RunFolder.Create(_folder["run"], info);
            },
            cancel
        );
    }

    /// <summary>Ended after two rounds, in the middle of a line.</summary>
    private async Task BreakAsync(params string[] stacks)
    {
        using var controlC = new CancellationTokenSource();
        var machine = FakeMachine.With(stacks);
        machine["a"]
            .BeforeMeasuring(run =>
            {
                if (run.Start == 3)
                    controlC.Cancel();
            });
        await RunAsync(machine, cancel: controlC.Token);
        File.AppendAllText(_folder["run/trials.jsonl"], "{\"round\":3,");
    }

    [Fact]
    public async Task Its_trials_stay_and_the_summary_says_that_it_was_resumed()
    {
        await BreakAsync("a", "b");
        var before = Trials[..(Trials.LastIndexOf('\n') + 1)];
        var summary = await RunAsync(FakeMachine.With("a", "b"), resumes: true);
        Assert.StartsWith(before, Trials);
        Assert.Equal([5, 5], summary.Cells.Select(cell => cell.Rounds));
        Assert.False(summary.Interrupted);
        Assert.StartsWith("resumed on ", Assert.Single(summary.Notes, note => note.Id == "resumed").Text);
        Assert.Contains("after 4 trials", File.ReadAllText(_folder["run/report.md"]));
    }

    [Fact]
    public async Task A_complete_run_is_refused()
    {
        await RunAsync(FakeMachine.With("a"));
        var e = Assert.Throws<BadInputException>(() => EarlierRun.Open(_folder["run"]));
        Assert.Contains("is complete", e.Message);
    }

    [Fact]
    public async Task Each_difference_is_named_and_nothing_is_touched()
    {
        await BreakAsync("a", "b");
        var file = _folder["run/run.json"];
        var info = RunFolder.Open(_folder["run"]).ReadInfo();
        ChangePlan(text =>
            text.Replace(info.Machine.Kernel, "1.2.3", StringComparison.Ordinal)
                .Replace($"\"{info.Machine.PingmarkVersion}\"", "\"0.0.1\"", StringComparison.Ordinal)
        );
        var (plan, trials) = (File.ReadAllText(file), Trials);
        var machine = FakeMachine.With("a", "b");
        var asked = Suite(machine);
        asked = asked with
        {
            Settings = asked.Settings with { Rounds = 6 },
            Cells = [asked.Cells[0], asked.Cells[1] with { Scenario = new() { Connections = 2 } }],
        };
        var e = await Assert.ThrowsAsync<BadInputException>(() =>
            RunAsync(
                machine,
                asked,
                resumes: true,
                availability: stack => stack == "b" ? new(false, "gone", "get it") : Availability.Yes,
                surroundings: SleepStates.Note
            )
        );
        Assert.All(
            [
                $"kernel: 1.2.3, now {info.Machine.Kernel}",
                $"pingmark version: 0.0.1, now {info.Machine.PingmarkVersion}",
                "cores kept awake: no, now yes",
                "rounds: 5, now 6",
                "connections: 1, now 2 (b)",
                "unavailable: no, now yes (b)",
            ],
            difference => Assert.Contains($"\n  {difference}", e.Message, StringComparison.OrdinalIgnoreCase)
        );
        Assert.Empty(machine.Starts);
        Assert.Equal((plan, trials), (File.ReadAllText(file), Trials));
    }

    [Fact]
    public async Task A_network_that_can_not_be_made_any_more_is_refused_and_one_that_never_was_stays_away()
    {
        await BreakAsync("a", "b");
        TrialRecord Refused(string cell, CellStatus status) =>
            new()
            {
                Round = 0,
                Block = 0,
                Cell = cell,
                Status = status,
                Reason = "the network 5 ms could not be made",
            };
        var opened = EarlierRun.Open(_folder["run"]);
        using var locked = opened.Folder;
        var earlier = opened with { Trials = [.. opened.Trials, Refused("c", CellStatus.Invalid)] };
        var cells = FakeMachine.With("a", "c").Cells;
        Assert.Equal([false, true], cells.Select(earlier.LackedNetwork));
        earlier.RequireNetworks([Refused("b", CellStatus.Unsupported)]);
        Assert.EndsWith(
            "can't be resumed now: the network 5 ms could not be made",
            Assert.Throws<BadInputException>(() => earlier.RequireNetworks([Refused("a", CellStatus.Invalid)])).Message
        );
    }

    /// <summary>As somebody would who knows of its checksum.</summary>
    private void ChangePlan(Func<string, string> change)
    {
        var file = _folder["run/run.json"];
        File.WriteAllText(file, change(WithoutChecksum(File.ReadAllText(file))));
    }

    private static string WithoutChecksum(string json) => Regex.Replace(json, ",\"crc32c\":\"[0-9a-f]{8}\"", "");

    [Fact]
    public async Task A_plan_that_no_suite_could_ask_for_is_refused_with_its_key()
    {
        await BreakAsync("a");
        var file = _folder["run/run.json"];
        var (plan, trials) = (WithoutChecksum(File.ReadAllText(file)), Trials);
        Assert.All<(string Was, string By, string Said)>(
            [
                ("\"slice_ns\": 100000000", "\"slice_ns\": 0", "settings: slice_ns must be 5 ms to 2 s, not '0ns'"),
                ("\"precision\": null", "\"precision\": 0.6", "settings: precision must be more than 0 and at most"),
                ("\"rounds\": 5", "\"rounds\": 5000", "settings: rounds must be 1 to 1000"),
                ("\"server\": \"1\"", "\"server\": \"0-99999999\"", "cells[0] (a): pin.server must be a number of"),
                ("\"server\": \"1\"", "\"server\": \"cpus:0-99999999\"", "cells[0] (a): pin.server must be a list of"),
                ("\"server\": \"1\"", "\"server\": \"rest\"", "cells[0] (a): pin.server and pin.client can't both"),
                ("\"test\": \"ping-pong\"", "\"test\": \"flood\"", "cells[0] (a): test must be ping-pong, "),
                ("\"in_flight\": 1", "\"in_flight\": 2147483647", "cells[0] (a): in_flight must be 1 to 65536"),
                ("\"connections\": 1", "\"connections\": 2147483647", "cells[0] (a): connections must be 1 to 10000"),
                ("\"address\": \"::1\"", "\"address\": \"::\"", "cells[0] (a): address must be one machine's address"),
                ("\"address\": \"::1\"", "\"address\": \"evil.example\"", "cells[0] (a): address must be "),
                ("\"batch\": null", "\"batch\": 8", "cells[0] (a): batch needs test: batch"),
            ],
            row =>
            {
                Assert.Contains(row.Was, plan);
                File.WriteAllText(file, plan.Replace(row.Was, row.By));
                var refused = Assert.Throws<BadInputException>(() => EarlierRun.Open(_folder["run"])).Message;
                Assert.StartsWith($"{file}: {row.Said}", refused);
            }
        );
        Assert.Equal(trials, Trials);
    }

    [Fact]
    public async Task A_plan_that_was_changed_is_refused()
    {
        await BreakAsync("a");
        var file = _folder["run/run.json"];
        var plan = File.ReadAllText(file);
        foreach (var (was, by) in new[] { ("\"seed\": ", "\"seed\": 1"), ("\"rounds\": 5", "\"rounds\": 6") })
        {
            File.WriteAllText(file, new Regex(was).Replace(plan, by, 1));
            var refused = Assert.Throws<BadInputException>(() => EarlierRun.Open(_folder["run"])).Message;
            Assert.Equal($"{file} is not as it was written: its checksum does not agree", refused);
        }
    }

    private static readonly string[] Stacks = ["a", "b", "c"];

    /// <summary>What a whole run has measured, and in which blocks.</summary>
    private IReadOnlyList<string> Measured() =>
        RunFolder
            .Open(_folder["run"])
            .Read()
            .Trials.Select(trial => $"{trial.Round} {trial.Block} {trial.Cell} {trial.Status}")
            .Order()
            .ToList();

    [Trait("Gate", "no")]
    [Fact]
    public async Task Wherever_the_trials_are_cut_off_the_resumed_run_has_all_of_them()
    {
        await RunAsync(FakeMachine.With(Stacks));
        var (plan, trials, measured) = (File.ReadAllBytes(_folder["run/run.json"]), Trials, Measured());
        var random = new Random(20_261_123);
        for (var cut = 0; cut < 200; cut++)
        {
            File.WriteAllBytes(_folder["run/run.json"], plan);
            File.WriteAllText(_folder["run/trials.jsonl"], trials[..random.Next(trials.Length)]);
            var summary = await RunAsync(FakeMachine.With(Stacks), resumes: true);
            Assert.Equal(measured, Measured());
            Assert.Equal([5, 5, 5], summary.Cells.Select(cell => cell.Rounds));
            Assert.False(RecordedRun.IsDamaged(summary));
        }
    }

    [Trait("Gate", "no")]
    [Fact]
    public async Task Whatever_room_a_disk_has_the_resumed_run_has_all_trials()
    {
        await RunAsync(FakeMachine.With(Stacks));
        var (size, measured) = (Trials.Length, Measured());
        var random = new Random(20_261_123);
        for (var disk = 0; disk < 50; disk++)
        {
            Directory.Delete(_folder["run"], recursive: true);
            var room = random.Next(size);
            var machine = FakeMachine.With(Stacks);
            var full = await Assert.ThrowsAsync<PingmarkException>(() =>
                new SuiteRun(machine, new LocalSides([0, 1]), FakeMachine.Silent).ExecuteAsync(
                    Suite(machine),
                    _ => Availability.Yes,
                    info =>
                    {
                        var folder = RunFolder.Create(_folder["run"], info);
                        folder.WriteText = (file, text) => WriteWithin(room, file, text);
                        return folder;
                    },
                    default
                )
            );
            Assert.Contains("No space left on device", full.Message);
            await RunAsync(FakeMachine.With(Stacks), resumes: true);
            Assert.Equal(measured, Measured());
        }
    }

    private static void WriteWithin(int room, FileStream file, string text)
    {
        var free = Math.Max(0, room - (int)file.Length);
        PlainFile.Write(file, text[..Math.Min(text.Length, free)]);
        if (text.Length > free)
            throw new IOException("No space left on device");
    }

    [Fact]
    public async Task What_is_damaged_is_measured_again_and_stands_once()
    {
        await RunAsync(FakeMachine.With(Stacks));
        var (lines, measured) = (File.ReadAllLines(_folder["run/trials.jsonl"]), Measured());
        lines[3] = lines[3].Replace("\"received\":", "\"received\":1");
        File.WriteAllLines(_folder["run/trials.jsonl"], lines);
        var damaged = RunFolder.Open(_folder["run"]).Read();
        Assert.Equal(["trials.jsonl:4: its checksum does not agree"], damaged.BadLines);
        Assert.Equal(lines.Length - 1, damaged.Trials.Count);
        var summary = await RunAsync(FakeMachine.With(Stacks), resumes: true);
        Assert.Equal(measured, Measured());
        Assert.False(RecordedRun.IsDamaged(summary));
    }
}
