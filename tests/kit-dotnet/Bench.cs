using System.Net.Sockets;
using System.Text.Json;

namespace Pingmark.Worker.Kit.Tests;

/// <summary>One lane whose clock and connections are the test's: it says at which time what arrives, and sees what is
/// sent when.</summary>
internal sealed class Bench
{
    private readonly List<Wire> _wires = [];
    private readonly Client _client;
    private readonly bool _isStream;

    /// <summary>Null: its ends share no memory.</summary>
    private readonly int? _ringBytes;
    private Measurement? _measurement;

    public Bench(
        bool isStream,
        int connections,
        int inFlight,
        int messageBytes,
        long lostAfterNs,
        bool isOneWay = false,
        TickPlan? ticks = null,
        int? ringBytes = null,
        string payload = "random"
    )
    {
        _isStream = isStream;
        _ringBytes = ringBytes;
        var description = new StackDescription("test", "", isStream, Spins: true, "", StackDescription.MemoryBound);
        var plan = Shared.Plan(isStream, connections, inFlight, payload, messageBytes, lostAfterNs) with
        {
            IsOneWay = isOneWay,
            Ticks = ticks,
        };
        _client = new Client(description, plan) { Clock = () => Now };
        Lane = _client.NewLane();
        for (var i = 0; i < connections; i++)
            _wires.Add(new Wire(this, i));
    }

    public long Now { get; private set; }
    public Lane Lane { get; }
    public List<(long Time, int Connection, uint Sequence)> Sends { get; } = [];

    /// <summary>Send calls, and how many bytes each took.</summary>
    public List<(long Time, int Connection, int Bytes)> Calls { get; } = [];

    /// <summary>What a send meets with.</summary>
    public SocketError SendError { get; set; }

    /// <summary>How many bytes sends take in all.</summary>
    public int SendRoom { get; set; } = int.MaxValue;

    public void Begin(Window window, LoadPlan? load = null, long now = 0, long? lostAfterNs = null)
    {
        Now = now;
        _measurement = new Measurement(
            window,
            load ?? new LoadPlan(false, (_, _) => new Closed()),
            now,
            lostAfterNs ?? _client.Plan.LostAfterNs
        );
        _client.Begin(_measurement);
        Lane.Begin(_measurement, now);
    }

    /// <summary>The memory that the first connection's ends share.</summary>
    public SharedRings Memory => _wires[0].Memory!;

    /// <summary>One receive call brings answers.</summary>
    public void Answer(long now, int connection, params Reply[] answers)
    {
        AnswerInPass(now, connection, answers);
        Lane.EndPass(now, brought: true);
    }

    /// <summary>The same, and the pass goes on.</summary>
    public void AnswerInPass(long now, int connection, params Reply[] answers)
    {
        Now = now;
        _wires[connection].Receive(answers);
    }

    /// <summary>The same on the first connection.</summary>
    public void Echo(long now, params uint[] sequences) => Answer(now, 0, [.. sequences.Select(s => new Reply(s))]);

    /// <summary>One receive call brings bytes of a stream, or a datagram, on the first connection.</summary>
    public void Receive(long now, byte[] bytes)
    {
        Now = now;
        _wires[0].Receive(bytes);
        Lane.EndPass(now, brought: true);
    }

    /// <summary>A receive call brings nothing.</summary>
    public void ReceiveNothing(long now)
    {
        Now = now;
        _wires[0].ReceiveNothing();
    }

    /// <summary>A pass that brings nothing.</summary>
    public void Pass(long now)
    {
        Now = now;
        Lane.EndPass(now, brought: false);
    }

    public JsonElement Result()
    {
        Lane.End();
        return Shared.Written(new Result([Lane], _measurement!).Write);
    }

    public void Require() => _client.RequireWhole();

    /// <param name="Flaw">What is wrong with it: as in protocol/vectors/lane.json.</param>
    /// <param name="Arrived">One way: it is an acknowledgement with this count.</param>
    /// <param name="TickAt">It is a snapshot of the tick that is its number, which has this time.</param>
    /// <param name="MessageBytes">How many bytes it has; null: as many as the lane is connected for.</param>
    public sealed record Reply(
        uint Sequence,
        string? Flaw = null,
        long? Arrived = null,
        long? TickAt = null,
        int? MessageBytes = null
    )
    {
        public byte[] Snapshot(TickPlan ticks, bool isStream)
        {
            var body = ticks.BodyBytes(isStream);
            byte[] message =
            [
                .. isStream ? BitConverter.GetBytes(body) : [],
                .. BitConverter.GetBytes(Sequence),
                .. BitConverter.GetBytes(TickAt!.Value),
                .. new Payload("random").Of(Sequence, body - TickPlan.HeadBytes),
            ];
            if (Flaw == "payload")
                message[^1] ^= 1;
            return message;
        }

        public byte[] Body(Payload payload, int bytes)
        {
            if (Arrived is { } arrived)
                return [.. BitConverter.GetBytes(Sequence), .. BitConverter.GetBytes(arrived)];
            if (Flaw == "tiny")
                return new byte[3];
            var body = new byte[
                bytes
                    + (
                        Flaw == "short" ? -4
                        : Flaw == "long" ? 4
                        : 0
                    )
            ];
            payload.Write(Sequence, body);
            if (Flaw == "payload")
                body[^1] ^= 1;
            return body;
        }

        /// <summary>What travels.</summary>
        public byte[] Bytes(Payload payload, int messageBytes, bool isStream)
        {
            if (!isStream)
                return Body(payload, messageBytes);
            var body = Body(payload, messageBytes - sizeof(int));
            return [.. BitConverter.GetBytes(body.Length), .. body];
        }
    }

    /// <summary>The network of one connection.</summary>
    private sealed class Wire
    {
        private readonly Bench _bench;
        private readonly int _index;
        private readonly byte[] _message;
        private readonly int _header;
        private int _begun;
        private readonly StreamConnection<Sender>? _stream;
        private readonly DatagramConnection<Sender>? _datagrams;

        public SharedRings? Memory { get; }

        public Wire(Bench bench, int index)
        {
            (_bench, _index) = (bench, index);
            _message = new byte[bench.Lane.Plan.MessageBytes];
            _header = bench._isStream ? sizeof(int) : 0;
            if (bench._ringBytes is { } ringBytes)
                Memory = new SharedRings(ringBytes, Send, bench.Lane);
            else if (bench._isStream)
                _stream = bench.Lane.AddStream(new Sender(this));
            else
                _datagrams = bench.Lane.AddDatagrams(new Sender(this));
        }

        /// <summary>Of what is being sent; of a stream its header, until that is known.</summary>
        private int MessageBytes =>
            _header == 0 ? _message.Length
            : _begun < _header ? _header
            : _header + BitConverter.ToInt32(_message);

        /// <summary>How much the next send takes at most.</summary>
        public int Room => _bench.SendRoom;

        public SocketError Send(ReadOnlySpan<byte> bytes)
        {
            if (_bench.SendError != SocketError.Success)
                return _bench.SendError;
            _bench.Calls.Add((_bench.Now, _index, bytes.Length));
            _bench.SendRoom -= bytes.Length;
            while (!bytes.IsEmpty)
            {
                var part = bytes[..Math.Min(bytes.Length, MessageBytes - _begun)];
                part.CopyTo(_message.AsSpan(_begun));
                bytes = bytes[part.Length..];
                _begun += part.Length;
                if (_begun < MessageBytes || _begun == _header)
                    continue;
                _begun = 0;
                _bench.Sends.Add((_bench.Now, _index, BitConverter.ToUInt32(_message, _header)));
            }
            return SocketError.Success;
        }

        public void Receive(IEnumerable<Reply> answers)
        {
            var lane = _bench.Lane;
            var all = answers.Select(a =>
                a.TickAt is null
                    ? a.Bytes(lane.Payload, a.MessageBytes ?? lane.Plan.MessageBytes, _bench._isStream)
                    : a.Snapshot(lane.Plan.Ticks!, _bench._isStream)
            );
            if (_bench._isStream)
                Receive([.. all.SelectMany(bytes => bytes)]);
            else
                foreach (var datagram in all)
                    Receive(datagram);
        }

        public void Receive(byte[] bytes)
        {
            _datagrams?.Received(bytes, _bench.Now);
            Memory?.Receive(bytes, _bench.Now);
            for (var left = bytes.AsSpan(); _stream is not null && !left.IsEmpty; )
            {
                var part = Math.Min(left.Length, _stream.ReceiveSpan.Length);
                left[..part].CopyTo(_stream.ReceiveSpan);
                _stream.Received(part, _bench.Now);
                left = left[part..];
            }
        }

        public void ReceiveNothing()
        {
            _stream?.Received(0, SocketError.WouldBlock);
            _datagrams?.Received(0, SocketError.WouldBlock);
        }
    }

    private readonly struct Sender(Wire wire) : ISender
    {
        public SocketError Send(ReadOnlySpan<byte> bytes, out int sentBytes)
        {
            sentBytes = Math.Min(bytes.Length, wire.Room);
            return sentBytes == 0 ? SocketError.WouldBlock : wire.Send(bytes[..sentBytes]);
        }

        public void Flush() { }
    }
}
