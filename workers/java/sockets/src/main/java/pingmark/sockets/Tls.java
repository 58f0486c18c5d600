package pingmark.sockets;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import pingmark.kit.measuring.Client;
import pingmark.kit.measuring.Connection;
import pingmark.kit.measuring.Lane;
import pingmark.kit.protocol.Description;
import pingmark.kit.protocol.Description.Transport;
import pingmark.kit.serving.Listening;
import pingmark.kit.serving.Server;

/** TLS 1.3 over TCP with the JDK's own implementation: {@link TcpThreads} with other sockets. */
public final class Tls extends TcpThreads {
    private static final String TLS = "TLSv1.3";

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
                    (SSLServerSocket) serverContext(identity).getServerSocketFactory().createServerSocket();
            listener.setEnabledProtocols(new String[] {TLS});
            Listening listening = listen(server, listener);
            listening.options().put("certificate", identity.fingerprint());
            return listening;
        } catch (GeneralSecurityException e) {
            throw new IOException("TLS: " + e.getMessage(), e);
        }
    }

    private static SSLContext serverContext(RunCertificate identity) throws GeneralSecurityException, IOException {
        char[] noPassword = {};
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(null, noPassword);
        keys.setKeyEntry("pingmark", identity.key(), noPassword, new Certificate[] {identity.certificate()});
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, noPassword);
        SSLContext context = SSLContext.getInstance(TLS);
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    @Override
    public void connect(Client client) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance(TLS);
            context.init(null, new TrustManager[] {new ExpectedCertificate(client.plan().certificate())}, null);
            connect(client, () -> {
                SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket();
                socket.setEnabledProtocols(new String[] {TLS});
                return socket;
            });
        } catch (GeneralSecurityException e) {
            throw new IOException("TLS: " + e.getMessage(), e);
        }
    }

    /** Only a receive, which waits a moment, tells whether something has arrived that is not decrypted yet. */
    @Override
    void measure(Lane lane, Connection connection, SocketLink link) {
        while (lane.running()) {
            link.waitAtMost((int) (lane.waitNs() / NS_PER_MS) + 1);
            connection.receive();
            lane.endPass();
        }
    }

    /** @param sha256 of the certificate that the server must show; null: any */
    private record ExpectedCertificate(String sha256) implements X509TrustManager {
        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authentication) throws CertificateException {
            String shown;
            try {
                shown = RunCertificate.fingerprint(chain[0]);
            } catch (GeneralSecurityException e) {
                throw new CertificateException(e);
            }
            if (sha256 != null && !sha256.equals(shown)) {
                throw new CertificateException("the server shows another certificate than the expected one (SHA-256 "
                        + shown + ", expected " + sha256 + ")");
            }
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authentication) throws CertificateException {
            throw new CertificateException("clients have no certificates");
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
