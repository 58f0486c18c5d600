package pingmark.kit.contents;

import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import pingmark.kit.protocol.Payload;
import pingmark.kit.protocol.Unsupported;

/** Registers the kinds of payloads by name. A new library is a line here. */
public final class Serializers {
    private static final Map<String, Supplier<Serializer>> LIBRARIES =
            new TreeMap<>(Map.of("json", Serializer.Json::new, "java-serialization", Serializer.ObjectStreams::new));
    /** The length of a text's length prefix changes, so the first guess may be wrong. */
    private static final int TEXT_LENGTH_GUESSES = 3;

    static {
        addIfPresent("protobuf", "Protobuf", "com.google.protobuf.CodedOutputStream");
    }

    private Serializers() {
    }

    /** A worker may have been built without the library. */
    private static void addIfPresent(String kind, String serializer, String classOfLibrary) {
        try {
            Class.forName(classOfLibrary);
            Constructor<? extends Serializer> constructor =
                    Class.forName(Serializers.class.getPackageName() + "." + serializer)
                            .asSubclass(Serializer.class)
                            .getDeclaredConstructor();
            LIBRARIES.put(kind, () -> {
                try {
                    return constructor.newInstance();
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            });
        } catch (ClassNotFoundException e) {
            // the payload is not offered
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the payloads that a client can be asked for. */
    public static List<String> names() {
        List<String> names = new ArrayList<>(Payload.BLOCKS);
        names.addAll(LIBRARIES.keySet());
        return names;
    }

    /**
     * Returns the payload of bodies of this length.
     *
     * @param echoed whether the server echoes the messages, and sends nothing else
     */
    public static Payload payload(String kind, int bodyBytes, int headerBytes, boolean echoed) throws Unsupported {
        Supplier<Serializer> library = LIBRARIES.get(kind);
        if (library == null) {
            if (Payload.BLOCKS.contains(kind)) {
                return new Payload(kind);
            }
            throw new Unsupported("payload " + kind + ": this worker has " + String.join(", ", names()));
        }
        if (!echoed) {
            throw new Unsupported("payload " + kind + ": not with one_way or snapshots");
        }
        int bytes = bodyBytes - Integer.BYTES;
        int minBytes = length(library.get(), new Sample.Factory(Sample.Factory.QUANTITY, 1));
        Sample.Factory samples = samplesOfLength(library.get(), bytes, minBytes);
        if (samples == null) {
            throw new Unsupported("payload " + kind + ": message_bytes must be at least "
                    + (Math.max(minBytes, bytes + 1) + Integer.BYTES + headerBytes));
        }
        return new Payload(() -> new Serialized(library.get(), samples));
    }

    /** Returns samples that the library serializes to exactly this length; null if there are none. */
    private static Sample.Factory samplesOfLength(Serializer library, int bytes, int minBytes) {
        for (int quantity : new int[] {Sample.Factory.QUANTITY, Sample.Factory.LARGE_QUANTITY}) {
            int text = bytes - minBytes + 1;
            for (int guess = 0; guess < TEXT_LENGTH_GUESSES && text > 0; guess++) {
                Sample.Factory samples = new Sample.Factory(quantity, text);
                int excess = length(library, samples) - bytes;
                if (excess == 0) {
                    return samples;
                }
                text -= excess;
            }
        }
        return null;
    }

    private static int length(Serializer library, Sample.Factory samples) {
        return new Serialized(library, samples).length(0);
    }
}
