using Pingmark.Model;
using Pingmark.Placement;
using Pingmark.Placement.Engines;
using Pingmark.Suites;
using Xunit;

namespace Pingmark.Tests.Suites;

/// <summary>Where sides are placed: the words of the command line, and the hosts file.</summary>
public class HostsFileTests
{
    private const string Lab = """
        hosts:
          - {name: left, ssh: root@10.0.0.1, bind: 10.1.0.1, reach: 10.2.0.1, cores: "0-3"}
          - {name: right, ssh: right.lab, labels: [clients, fast], build: there}
        server: left
        """;

    [Theory]
    [InlineData("ssh:me@10.0.0.1", "me@10.0.0.1")]
    [InlineData("ssh:fe80::1%eth0", "fe80::1%eth0")]
    public void A_word_may_be_what_ssh_takes(string word, string destination)
    {
        var choice = HostsFile.Choose(null, word, null);
        Assert.Equal(("ssh", destination), (choice.Server.Engine!.Name, choice.Server.Destination));
        Assert.True(choice.Clients.Single().IsHere);
        Assert.True(HostsFile.Choose(null, word, word).IsOneSite);
    }

    [Fact]
    public void Nodes_of_slurm_are_counted_or_named()
    {
        static string Nodes(SiteChoice choice) =>
            $"{(choice.Server.IsHere ? "-" : choice.Server.Destination)} "
            + string.Join(' ', choice.Clients.Select(site => $"{site.Name}={site.Destination}"));
        Assert.Equal(" slurm= slurm=", Nodes(HostsFile.Choose(null, "slurm", "slurm:2")));
        Assert.Equal("n1 slurm= slurm=", Nodes(HostsFile.Choose(null, "slurm:n1", "slurm,slurm")));
        Assert.Equal("n1 slurm=", Nodes(HostsFile.Choose(null, "slurm:n1", "slurm:4").For(generators: 1)));
        Assert.Equal("- n1=n1 n2=n2", Nodes(HostsFile.Choose(null, null, "slurm:n1,slurm:n2,slurm:n1")));
        const string Lab = "hosts: [{name: a, slurm: n7, bind: 10.1.0.7}]\nserver: a\nclients: slurm:2";
        Assert.Equal("n7 slurm= slurm=", Nodes(HostsFile.Parse(Lab, "x.yaml", null, null)));
        Assert.False(HostsFile.Choose(null, "slurm", null).IsAllHere);
        Assert.True(HostsFile.Choose(null, null, "local").IsAllHere);
    }

    [Fact]
    public void What_could_be_an_option_or_a_shell_s_is_refused() =>
        Assert.All<string>(
            [
                "slurm:2",
                "slurm:-v",
                "slurm:n[1-3]",
                "ssh:-oProxyCommand=x",
                "ssh:a b",
                "ssh:a@-x",
                "ssh:$(x)",
                "ssh:",
                "ssh:a,ssh:b",
                "lab",
            ],
            word => Assert.StartsWith("--server ", Problem(word))
        );

    [Theory]
    [InlineData("slrm", "not 'slrm'; did you mean 'slurm'?")]
    [InlineData("shh:n1", "not 'shh:n1'; did you mean 'ssh:n1'?")]
    [InlineData("shh", "or a host of --hosts, not 'shh'")]
    public void A_misspelt_machine_engine_is_told(string word, string said) => Assert.EndsWith(said, Problem(word));

    private static string Problem(string server) =>
        Assert.Throws<BadInputException>(() => HostsFile.Choose(null, server, null)).Message;

    [Fact]
    public void A_file_names_machines_and_the_command_line_chooses_among_them()
    {
        var choice = HostsFile.Parse(Lab, "lab.yaml", null, "fast");
        Assert.Equal(
            ("left", "root@10.0.0.1", "10.1.0.1", "10.2.0.1", "0-3"),
            (
                choice.Server.Name,
                choice.Server.Destination,
                choice.Server.Bind,
                choice.Server.Reach,
                choice.Server.Cores
            )
        );
        Assert.Equal(("right", "right.lab"), (choice.Clients[0].Name, choice.Clients[0].Destination));
        Assert.Equal(MachineEngines.Find("ssh"), choice.Server.Engine);
        Assert.Equal((null, BuildPlace.There), (choice.Server.Build, choice.Clients[0].Build));
        Assert.Equal(SiteEntry.Local, HostsFile.Parse(Lab, "lab.yaml", null, null).Clients.Single());
    }

    [Fact]
    public void Clients_may_be_on_several_machines()
    {
        static string Names(SiteChoice choice) => string.Join(' ', choice.Clients.Select(site => site.Name));
        Assert.Equal("a b", Names(HostsFile.Choose(null, null, "ssh:a,ssh:b")));
        Assert.Equal("a", Names(HostsFile.Choose(null, null, "ssh:a,ssh:b").For(generators: 1)));
        Assert.Equal("right local", Names(HostsFile.Parse(Lab, "lab.yaml", null, "right,local,clients")));
        const string Labelled = "hosts: [{name: a, labels: [x]}, {name: b, labels: [x]}]\nclients: ";
        Assert.Equal("a b", Names(HostsFile.Parse(Labelled + "x", "x.yaml", null, null)));
        Assert.Equal("b a", Names(HostsFile.Parse(Labelled + "[b, a]", "x.yaml", null, null)));
    }

    [Fact]
    public void A_problem_has_its_place() =>
        Assert.All<(string Yaml, string Problem)>(
            [
                ("- a", "x.yaml:1:1: a hosts file must be a mapping"),
                ("server: left", "x.yaml:1:1: hosts is missing"),
                ("hosts: [{name: a, bind: 0.0.0.0}]", "x.yaml:1:25: hosts.bind must be one machine's address"),
                ("hosts: [{name: a, cores: x}]", "x.yaml:1:26: hosts.cores must be a list of cores"),
                ("hosts: [{name: a, ssh: -v}]", "x.yaml:1:24: hosts.ssh must be [USER@]HOST"),
                ("hosts: [{name: a, slurm: ''}]", "x.yaml:1:26: hosts.slurm must be"),
                ("hosts: [{name: a, ssh: b, slurm: c}]", "x.yaml:1:9: a host is reached by ssh or by slurm"),
                ("hosts: [{name: left}]\nserver: slurm:2", "x.yaml:2:9: server is one machine, not 'slurm:2'"),
                ("hosts: [{name: a}, {name: a}]", "x.yaml:1:20: hosts lists 'a' twice"),
                ("hosts: [{name: left}]\nserver: lefd", "x.yaml:2:9: server must be local, ssh:HOST, slurm or a host"),
            ],
            row =>
                Assert.StartsWith(
                    row.Problem,
                    Assert.Throws<BadInputException>(() => HostsFile.Parse(row.Yaml, "x.yaml", null, null)).Message
                )
        );
}
