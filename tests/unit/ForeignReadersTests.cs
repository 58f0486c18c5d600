using System.Diagnostics;
using System.Net.Sockets;
using System.Reflection;
using Pingmark.Tests.Architecture;
using Xunit;

namespace Pingmark.Tests;

/// <summary>
/// What another program or machine says is read by <see cref="ForeignStream"/>, which has limits and deadlines. All
/// other code that reads anything is listed here with the reason why it needs none of these: who adds some looks at
/// whose bytes they are, and how many there can be.
/// </summary>
public sealed class ForeignReadersTests
{
    private const string Kernel = "the kernel's files",
        Tree = "files of the source tree, or of this program",
        Typed = "what the user types",
        Network = "the worker under test, into a buffer as long as a frame may be, with the case's deadline";

    private static readonly Dictionary<string, string> Reviewed = new()
    {
        ["ForeignStream"] = "the limits themselves",
        ["PlainFile"] = "files of anybody: what is no plain file, too long, or has too long a line is refused",
        ["Results.RunFolder"] = "by PlainFile",
        ["Bundles.BundleArchive"] =
            "a bundle of anybody, unpacked to a limit, of which no file is larger than the whole",
        ["Suites.SuiteFile"] = "a suite of anybody, whose first MiB is read and no more",
        ["Conformance.Cases.OptionCases"] = Kernel,
        ["Doctor.FactsReader"] = Kernel,
        ["Host.HostCpuReader"] = Kernel,
        ["Host.KernelFile"] = Kernel,
        ["Host.OpenKernelFile"] = Kernel,
        ["Capacity.LoadRange"] = Kernel,
        ["Host.SoftirqClock"] = Kernel,
        ["Host.ThreadTimes"] = Kernel,
        ["Runs.DescriptorNeeds"] = Kernel,
        ["Host.NoiseFile"] = "this program's own file in the user's home",
        ["Placement.FileSet"] = "workers that were built here, to send them; hashed and copied in pieces",
        ["Conformance.ConformanceCases"] = Tree,
        ["Conformance.Bench"] = Tree,
        ["History.Database.Tables"] = Tree,
        ["Reports.Html.HtmlResources"] = Tree,
        ["Workers.BuildMemory"] = Tree,
        ["Workers.WorkerManifest"] = Tree,
        ["Workers.WorkerSources"] = Tree,
        ["Workers.RuntimeHomes"] = "a file of a runtime that is installed, or whose folder the user names",
        ["Nbn.NbnManual"] = Typed,
        ["Nbn.NbnRun"] = Typed,
        ["Conformance.Cases.ShortageCases"] = Network,
        ["Conformance.Peers.Frames"] = Network,
        ["Conformance.Peers.RawDatagramClient"] = Network,
        ["Conformance.Peers.RawDatagramServer"] = Network,
        ["Conformance.Peers.RawStreamServer"] = Network,
        ["Sampling.DotnetSampler"] = "ForeignStream.Bounded",
        ["Host.ForeignTool"] = "ForeignStream.Bounded",
        ["Observing.Runtimes.HotSpotAttach"] = "64 KiB of a worker at most, with a deadline",
    };

    [Fact]
    public void Whatever_reads_is_known_with_its_reason()
    {
        var reading = Types().Where(type => TypeReferences.Used(type).Any(Reads)).Select(Name).Distinct().ToList();
        Assert.True(
            reading.Order().SequenceEqual(Reviewed.Keys.Order()),
            $"new: {string.Join(", ", reading.Except(Reviewed.Keys))}; gone: "
                + string.Join(", ", Reviewed.Keys.Except(reading))
        );
    }

    /// <summary>Of a stream of a process only what is below its reader, which <see cref="ForeignStream"/> is
    /// given.</summary>
    [Fact]
    public void Whoever_has_a_process_s_streams_gives_them_away() =>
        Assert.Empty(
            Types()
                .Where(type => TypeReferences.Used(type).Any(IsOutput))
                .GroupBy(Name)
                .Where(all =>
                    !all.SelectMany(TypeReferences.Used).Any(used => used.DeclaringType == typeof(ForeignStream))
                )
                .Select(all => all.Key)
        );

    private static bool Reads(MemberInfo used) =>
        used is MethodBase
        && used.DeclaringType is { } of
        && (
            used.Name.StartsWith("Read", StringComparison.Ordinal)
                && (
                    typeof(Stream).IsAssignableFrom(of)
                    || typeof(TextReader).IsAssignableFrom(of)
                    || of == typeof(File)
                    || of == typeof(RandomAccess)
                    || of == typeof(BinaryReader)
                )
            || used.Name.StartsWith("CopyTo", StringComparison.Ordinal) && typeof(Stream).IsAssignableFrom(of)
            || used.Name.StartsWith("Open", StringComparison.Ordinal) && of == typeof(File)
            || used.Name.StartsWith("Receive", StringComparison.Ordinal)
                && (of == typeof(Socket) || of == typeof(UdpClient))
            || used.Name == "BeginOutputReadLine"
            || used.Name == "BeginErrorReadLine"
        );

    private static bool IsOutput(MemberInfo used) =>
        used.DeclaringType == typeof(Process) && used.Name is "get_StandardOutput" or "get_StandardError";

    private static IEnumerable<Type> Types() =>
        typeof(PingmarkException).Assembly.GetTypes().Concat(typeof(Conformance.ConformanceRunner).Assembly.GetTypes());

    /// <summary>Of the type that others belong to, also those that the compiler makes of methods.</summary>
    private static string Name(Type type)
    {
        while (type.DeclaringType is { } outer)
            type = outer;
        return type.FullName!["Pingmark.".Length..];
    }
}
