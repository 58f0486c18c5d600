package pingmark.sockets;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import pingmark.kit.Stack;
import pingmark.kit.measuring.Client;
import pingmark.kit.measuring.Connection;
import pingmark.kit.measuring.Lane;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Description.Transport;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;

/** TLS 1.3 over TCP, with the JDK's own implementation: {@link TcpThreads} with other sockets. */
public final class Tls implements Stack {
    private static final int BACKLOG = 1024;

    @Override
    public Description description() {
        return new Description("java/tls", "TLS 1.3 over TCP, blocking SSLSocket, a thread for each connection",
                Transport.TLS, false, false, "a thread for each connection, in server and client",
                Description.BUFFER_BOUND, List.of());
    }

    @Override
    public Listening listen(Server server) throws IOException {
        try {
            RunCertificate identity = RunCertificate.make();
            SSLServerSocket listener =
                    (SSLServerSocket) TlsContexts.ofServer(identity).getServerSocketFactory().createServerSocket();
            listener.setEnabledProtocols(TlsContexts.protocols());
            server.plan().options().apply(listener);
            listener.bind(server.plan().address().socket(), BACKLOG);
            ConnectionThreads.start(listener, server, SocketLink::new);
            Map<String, Object> told = server.plan().options().effective(listener);
            told.put("certificate", identity.fingerprint());
            return new Listening(listener.getLocalPort(), told);
        } catch (GeneralSecurityException e) {
            throw new IOException("TLS: " + e.getMessage(), e);
        }
    }

    @Override
    public void connect(Client client) throws IOException {
        SSLSocketFactory sockets = sockets(client.plan().certificate());
        BlockingClient.connect(client, () -> unconnected(sockets), Tls::measure);
    }

    private static SSLSocket unconnected(SSLSocketFactory sockets) throws IOException {
        SSLSocket socket = (SSLSocket) sockets.createSocket();
        socket.setEnabledProtocols(TlsContexts.protocols());
        return socket;
    }

    private static SSLSocketFactory sockets(String certificate) throws IOException {
        try {
            return TlsContexts.ofClient(certificate).getSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new IOException("TLS: " + e.getMessage(), e);
        }
    }

    /** What has arrived and is not decrypted yet is not known of: only a receive tells, which waits a moment. */
    private static void measure(Lane lane, Connection connection, SocketLink link) {
        while (lane.running()) {
            BlockingClient.await(link, lane.waitNs());
            connection.receive();
            lane.endPass();
        }
    }
}
