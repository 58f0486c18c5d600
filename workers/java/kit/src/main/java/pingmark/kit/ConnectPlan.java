package pingmark.kit;

import java.io.IOException;

/** What a client was asked for. The token is null when the server is a plain echo. */
public record ConnectPlan(Address address, Token token, boolean unframed, long connections, long inFlight,
        long messageBytes, String payload, long lostAfterNs, long timeoutNs, SocketOptions options, int clientThreads) {
    private static final int MOST_THREADS = 256;
    private static final long HOUR_NS = 3_600_000_000_000L;

    static ConnectPlan from(Request request, Description stack) throws IOException, Unsupported {
        boolean plain = request.flag("plain", false);
        ConnectPlan plan = new ConnectPlan(Address.from(request), Token.from(request, plain), unframed(request, plain),
                request.integer("connections", 1), request.integer("in_flight", 1),
                request.integer("message_bytes", 32), request.text("payload", "random"),
                duration(request, "lost_after_ns", 1_000_000_000L), duration(request, "timeout_ns", 5_000_000_000L),
                SocketOptions.from(request, stack), clientThreads(request, stack));
        checkTransmission(request, stack);
        request.refuseTheRest();
        stack.check(plan);
        return plan;
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

    /** A socket has only one. */
    private static void checkTransmission(Request request, Description stack) throws Unsupported {
        String transmission = request.text("transmission", stack.transmission());
        if (!transmission.equals(stack.transmission())) {
            throw new Unsupported(
                    "transmission " + transmission + ": " + stack.stack() + " is " + stack.transmission() + " only");
        }
    }

    private static int clientThreads(Request request, Description stack) throws Unsupported {
        if (request.has(Description.CLIENT_THREADS) && !stack.options().contains(Description.CLIENT_THREADS)) {
            throw new Unsupported(Description.CLIENT_THREADS + ": " + stack.stack() + " has no such option");
        }
        long threads = request.integer(Description.CLIENT_THREADS, 1);
        if (threads < 1 || threads > MOST_THREADS) {
            throw new Unsupported(Description.CLIENT_THREADS + " " + threads + ": 1 to " + MOST_THREADS);
        }
        return (int) threads;
    }

    private static long duration(Request request, String name, long absent) throws Unsupported {
        long value = request.integer(name, absent);
        if (value < 1 || value > HOUR_NS) {
            throw new Unsupported(name + " " + value + ": 1 to " + HOUR_NS);
        }
        return value;
    }
}
