package pingmark.kit.measuring;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import pingmark.kit.protocol.Constants;
import pingmark.kit.protocol.Payload;
import pingmark.kit.protocol.Reply;
import pingmark.kit.protocol.Request;
import pingmark.kit.protocol.SplitMix;
import pingmark.kit.protocol.Unsupported;

/** Computes known answers, by which tests compare the kits. */
public final class Vectors {
    private Vectors() {
    }

    public static Reply reply(Request request) throws IOException, Unsupported {
        String name = request.text("name");
        return switch (name) {
            case "histogram" -> histogram(request);
            case "payload" -> payload(request);
            default -> throw new Unsupported("unknown vector " + name);
        };
    }

    private static Reply histogram(Request request) throws IOException, Unsupported {
        SplitMix random = new SplitMix(request.integer("seed"));
        long count = request.integer("count");
        request.refuseUnknownFields();
        Unsupported.requireWithin("count", count, 0, Constants.MAX_VECTOR_VALUES);
        Histogram histogram = new Histogram();
        for (long n = 0; n < count; n++) {
            long x = random.next();
            histogram.record(x >>> 6 >>> 22 + (x & 31));
        }
        return Reply.ok(request.id).put("histogram", histogram.sparse());
    }

    private static Reply payload(Request request) throws IOException, Unsupported {
        Payload payload = new Payload(request.text("payload", "random"));
        int sequence = (int) request.integer("sequence");
        long bytes = request.integer("message_bytes");
        String framing = request.text("framing");
        request.refuseUnknownFields();
        boolean stream = framing.equals("stream");
        if (!stream && !framing.equals("datagram")) {
            throw new Unsupported("framing " + framing + ": stream or datagram");
        }
        if (bytes < Constants.MIN_MESSAGE_BYTES || bytes > Integer.BYTES + Constants.MAX_BODY_BYTES) {
            throw new Unsupported("message_bytes " + bytes);
        }
        ByteBuffer message = ByteBuffer.allocate((int) bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (stream) {
            message.putInt((int) bytes - Integer.BYTES);
        }
        message.putInt(sequence);
        payload.put(sequence, message, message.remaining());
        return Reply.ok(request.id).put("hex", HexFormat.of().formatHex(message.array()));
    }
}
