package pingmark.sockets;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** What the sockets of a server, and those of a client, have in common. */
final class TlsContexts {
    private static final String TLS = "TLSv1.3";

    private TlsContexts() {
    }

    static String[] protocols() {
        return new String[] {TLS};
    }

    static SSLContext ofServer(RunCertificate identity) throws GeneralSecurityException, IOException {
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

    /** @param certificate the SHA-256 of the one that the server has to show; null: any */
    static SSLContext ofClient(String certificate) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance(TLS);
        context.init(null, new TrustManager[] {new Expects(certificate)}, null);
        return context;
    }

    private record Expects(String certificate) implements X509TrustManager {
        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authentication) throws CertificateException {
            String shown;
            try {
                shown = RunCertificate.fingerprint(chain[0]);
            } catch (GeneralSecurityException e) {
                throw new CertificateException(e);
            }
            if (certificate != null && !certificate.equals(shown)) {
                throw new CertificateException("the server shows another certificate than the expected one (SHA-256 "
                        + shown + ", expected " + certificate + ")");
            }
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authentication) throws CertificateException {
            throw new CertificateException("no client has one");
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
