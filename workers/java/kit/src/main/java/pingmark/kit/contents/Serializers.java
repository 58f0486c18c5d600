package pingmark.kit.contents;

import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import pingmark.kit.protocol.Payload;
import pingmark.kit.protocol.Unsupported;

/** Knows the kinds of payloads by their names. A new library is a line here. */
public final class Serializers {
    private static final Map<String, Supplier<Serializer>> KINDS =
            new TreeMap<>(Map.of("json", Json::new, "java-serialization", ObjectStreams::new));

    static {
        addIfThere("protobuf", "Protobuf", "com.google.protobuf.CodedOutputStream");
    }

    private Serializers() {
    }

    /** A worker may have been built without the library. */
    private static void addIfThere(String kind, String name, String needed) {
        try {
            Class.forName(needed);
            Constructor<? extends Serializer> library = Class.forName(Serializers.class.getPackageName() + "." + name)
                                                                .asSubclass(Serializer.class)
                                                                .getDeclaredConstructor();
            KINDS.put(kind, () -> {
                try {
                    return library.newInstance();
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            });
        } catch (ClassNotFoundException e) {
            // the kind is not named
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns what a client can be asked for. */
    public static List<String> names() {
        List<String> names = new ArrayList<>(Payload.BLOCKS);
        names.addAll(KINDS.keySet());
        return names;
    }

    /**
     * Returns what bodies of this length carry.
     *
     * @param echoed whether its messages, and nothing else, come back
     */
    public static Payload payload(String kind, int bodyBytes, int headerBytes, boolean echoed) throws Unsupported {
        Supplier<Serializer> library = KINDS.get(kind);
        if (library == null) {
            if (Payload.BLOCKS.contains(kind)) {
                return new Payload(kind);
            }
            throw new Unsupported("payload " + kind + ": this worker has " + String.join(", ", names()));
        }
        if (!echoed) {
            throw new Unsupported("payload " + kind + ": not with one_way or snapshots");
        }
        Room room = Room.of(library.get(), bodyBytes - Integer.BYTES);
        if (room.least() > room.bytes()) {
            throw new Unsupported("payload " + kind + ": message_bytes has to be "
                    + (room.least() + Integer.BYTES + headerBytes) + " at least");
        }
        return new Payload(() -> new Serialized(library.get(), room.samples()));
    }
}
