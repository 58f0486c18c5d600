namespace Pingmark.Hostile.Tests.Suites;

/// <summary>Suites that are valid: those of the tree, and one that uses every key.</summary>
internal static class SuiteTexts
{
    private const string EveryKey = """
        name: every-key
        about: what a suite can say
        stacks:
          - cpp/tcp-epoll
          - {stack: java/tcp-nio, label: nio, client: reference, runtime_options: {java: ['-XX:+UseSerialGC']}}
          - {stack: dotnet/tcp-async, runtime_options: {dotnet: ['gcServer=1', TieredPGO=0]}}
        client: [native, reference]
        connections: [1, 16]
        in_flight: [1, 2]
        message_bytes: [32, 1KiB]
        payload: [random, zeros]
        rate: [10k/s, 20k/s]
        arrivals: poisson
        transmission: reliable
        lost_after: 500ms
        address: 127.0.0.1
        tick_rate: {server: 60, client: 120}
        client_threads: 2
        native_sockets: false
        connected_sockets: true
        udp_offload: true
        sqpoll: false
        defer_taskrun: [true, false]
        socket: {no_delay: true, receive_buffer: 4MiB, send_buffer: 64KiB, congestion_control: cubic}
        pin: {server: {cpus: "0"}, client: {cpus: "0-1"}}
        duration: 1s
        warmup: 500ms
        rounds: 3
        slice: 50ms
        budget: 1m
        precision: 2%
        seed: 7
        fresh_processes: true
        sampling: false
        published:
          source: 'somewhere, https://example.org'
          finding: a is faster than b
          figures:
            - {stack: nio, connections: 16, in_flight: 2, metric: throughput_per_s, value: 12345.6, spread: 7}
        """;

    private const string Named = """
        stacks: [cpp/tcp-spin, cpp/udp-spin]
        address: ::1
        messages: 1000
        scenarios:
          - &one {name: one, connections: 1}
          - {name: many, connections: [2, 4], in_flight: 8, messages: 5k}
        pin: {server: 1, client: rest}
        """;

    public static IReadOnlyList<string> All { get; } =
    [
        EveryKey,
        Named,
        .. Directory
            .EnumerateFiles(Path.Combine(Repository.Root, "suites"))
            .Order(StringComparer.Ordinal)
            .Select(File.ReadAllText),
    ];
}
