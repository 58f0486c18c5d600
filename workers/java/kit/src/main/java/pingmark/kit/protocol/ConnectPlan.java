package pingmark.kit.protocol;

import java.io.IOException;

/**
 * The connect request.
 *
 * @param token null: the server is a plain echo
 * @param certificate SHA-256 of the certificate that the server must show; null: any
 * @param snapshots null: the server sends none
 */
public record ConnectPlan(Address address, Token token, boolean unframed, long connections, long inFlight,
        long messageBytes, String payload, long lostAfterNs, long timeoutNs, SocketOptions options,
        StackOption.Values stackOptions, String certificate, boolean oneWay, boolean churns, SnapshotPlan snapshots) {
    public static ConnectPlan from(Request request, Description stack) throws IOException, Unsupported {
        boolean plain = request.flag("plain", false);
        ConnectPlan plan = new ConnectPlan(Address.from(request, stack), Token.from(request, plain),
                unframed(request, plain), request.integer("connections", 1), request.integer("in_flight", 1),
                request.integer("message_bytes", 32), request.text("payload", "random"),
                duration(request, "lost_after_ns", Constants.DEFAULT_LOST_AFTER_NS),
                duration(request, "timeout_ns", Constants.DEFAULT_CONNECT_TIMEOUT_NS),
                SocketOptions.from(request, stack), StackOption.Values.from(request, stack, StackOption.Role.CLIENT),
                certificate(request, stack), request.flag("one_way", false), request.flag("churn", false),
                SnapshotPlan.from(request));
        checkTransmission(request, stack);
        request.refuseUnknownFields();
        stack.check(plan);
        return plan;
    }

    /** Returns after how many messages that go one way the server acknowledges. */
    int acknowledgedPart() {
        return (int) Math.max(1, inFlight / Constants.ONE_WAY_PARTS);
    }

    /** Returns the size of a message without the length that precedes it on a stream. */
    public int bodyBytes(boolean stream) {
        return (int) messageBytes - (stream && !unframed ? Integer.BYTES : 0);
    }

    private static boolean unframed(Request request, boolean plain) throws Unsupported {
        String framing = request.text("framing", "length-le");
        if (!framing.equals("length-le") && !framing.equals("none")) {
            throw new Unsupported("framing " + framing + ": length-le or none");
        }
        if (framing.equals("none") && !plain) {
            throw new Unsupported("framing none needs plain");
        }
        return framing.equals("none");
    }

    /** Sockets have one transmission only. */
    private static void checkTransmission(Request request, Description stack) throws Unsupported {
        String transmission = request.text("transmission", stack.transmission());
        if (!transmission.equals(stack.transmission())) {
            throw new Unsupported(
                    "transmission " + transmission + ": " + stack.stack() + " is " + stack.transmission() + " only");
        }
    }

    private static String certificate(Request request, Description stack) {
        if (!stack.transport().encrypted || !request.has("certificate")) {
            return null;
        }
        String certificate = request.text("certificate");
        if (!certificate.matches("[0-9a-f]{64}")) {
            throw new IllegalArgumentException("the certificate must be 64 lower-case hex digits");
        }
        return certificate;
    }

    public static long duration(Request request, String name, long absent) throws Unsupported {
        long value = request.integer(name, absent);
        Unsupported.requireWithin(name, value, 1, Constants.MAX_LOST_AFTER_NS);
        return value;
    }
}
