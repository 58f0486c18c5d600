package pingmark.sockets;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;

/**
 * A server's self-signed certificate, which exists only in the memory of this process. The JDK has no public API that
 * makes one, so this encodes X.509 in DER: each element is a type, a length and a content.
 */
record RunCertificate(PrivateKey key, Certificate certificate) {
    private static final int INTEGER = 0x02;
    private static final int BITS = 0x03;
    private static final int UTF8 = 0x0c;
    private static final int UTC_TIME = 0x17;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int VERSION = 0xa0;

    /** A length over 7 bits is a number of bytes, then these bytes. */
    private static final int LONG_LENGTH = 0x80;

    private static final byte[] ECDSA_WITH_SHA256 = HexFormat.of().parseHex("06082a8648ce3d040302");
    private static final byte[] COMMON_NAME = HexFormat.of().parseHex("0603550403");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final Duration VALID_BEFORE = Duration.ofDays(1); // clocks of two machines differ
    private static final Duration VALID_AFTER = Duration.ofDays(30);

    static RunCertificate make() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        KeyPair pair = generator.generateKeyPair();
        byte[] version3 = {2};
        byte[] serial = {1};
        byte[] algorithm = der(SEQUENCE, ECDSA_WITH_SHA256);
        byte[] name = der(SEQUENCE,
                der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8, "pingmark".getBytes(StandardCharsets.US_ASCII)))));
        Instant now = Instant.now();
        byte[] validity = der(SEQUENCE, time(now.minus(VALID_BEFORE)), time(now.plus(VALID_AFTER)));
        byte[] signed = der(SEQUENCE, der(VERSION, der(INTEGER, version3)), der(INTEGER, serial), algorithm, name,
                validity, name, pair.getPublic().getEncoded());

        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initSign(pair.getPrivate());
        signature.update(signed);
        byte[] noUnusedBits = {0};
        byte[] whole = der(SEQUENCE, signed, algorithm, der(BITS, noUnusedBits, signature.sign()));
        Certificate certificate =
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(whole));
        return new RunCertificate(pair.getPrivate(), certificate);
    }

    private static byte[] time(Instant instant) {
        return der(UTC_TIME, TIME.format(instant).getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] der(int type, byte[]... contents) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : contents) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.write(type);
        int length = content.size();
        if (length >= LONG_LENGTH) {
            whole.write(LONG_LENGTH | 2);
            whole.write(length >> 8);
        }
        whole.write(length);
        whole.writeBytes(content.toByteArray());
        return whole.toByteArray();
    }

    String fingerprint() throws GeneralSecurityException {
        return fingerprint(certificate);
    }

    static String fingerprint(Certificate certificate) throws GeneralSecurityException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
    }
}
