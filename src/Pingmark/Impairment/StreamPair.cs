using System.Net.Sockets;

namespace Pingmark.Impairment;

/// <summary>A client's connection, and the one to the server on which it is passed on. A side that does not take all
/// that is sent to it gets the rest when it has room.</summary>
internal sealed class StreamPair(Socket client, Socket server, int flow) : IDisposable
{
    private readonly Unsent _toServer = new((int)server.Handle);
    private readonly Unsent _toClient = new((int)client.Handle);

    public int ClientFd { get; } = (int)client.Handle;
    public int ServerFd { get; } = (int)server.Handle;

    /// <summary>The places at which the pump watches both connections.</summary>
    public int ClientPlace { get; set; }
    public int ServerPlace { get; set; }

    /// <summary>The pair's number, which no other pair of the link has.</summary>
    public int Flow => flow;

    /// <summary>Whether nothing can come any more, either way.</summary>
    public bool HasEnded => _toServer.HasEnded && _toClient.HasEnded;

    /// <summary>Whether all that a side will ever send has been read.</summary>
    public bool IsClientRead { get; set; }
    public bool IsServerRead { get; set; }

    public Unsent BufferFor(bool isServer) => isServer ? _toServer : _toClient;

    public void Dispose()
    {
        client.Dispose();
        server.Dispose();
    }

    /// <summary>What a side has not taken yet.</summary>
    internal sealed class Unsent(int fd)
    {
        private byte[] _bytes = [];
        private int _length;
        private bool _ends;

        public bool IsEmpty => _length == 0;

        /// <summary>Whether the side has taken everything and has been told that no more comes.</summary>
        public bool HasEnded { get; private set; }

        /// <param name="piece">The bytes; empty if no more come.</param>
        public void Send(ReadOnlySpan<byte> piece)
        {
            _ends |= piece.IsEmpty;
            if (IsEmpty)
                piece = piece[SendNow(piece)..];
            if (_bytes.Length < _length + piece.Length)
                Array.Resize(ref _bytes, 2 * (_length + piece.Length));
            piece.CopyTo(_bytes.AsSpan(_length));
            _length += piece.Length;
            EndIfAllIsTaken();
        }

        /// <summary>Sends what is left, when the side has room again.</summary>
        public void SendRest()
        {
            var taken = SendNow(_bytes.AsSpan(0, _length));
            _bytes.AsSpan(taken, _length - taken).CopyTo(_bytes);
            _length -= taken;
            EndIfAllIsTaken();
        }

        private int SendNow(ReadOnlySpan<byte> bytes) => bytes.IsEmpty ? 0 : Math.Max(0, Libc.Send(fd, bytes));

        private void EndIfAllIsTaken()
        {
            if (!_ends || !IsEmpty || HasEnded)
                return;
            Libc.EndSending(fd);
            HasEnded = true;
        }
    }
}
