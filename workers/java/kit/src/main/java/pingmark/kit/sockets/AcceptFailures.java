package pingmark.kit.sockets;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/** Limits accepting to the descriptors that are left, and logs the first of successive failures. For one thread. */
public final class AcceptFailures {
    /** Not for connections: to read files about the process. */
    private static final long SPARE_DESCRIPTORS = 32;

    /** Accepts before descriptors are counted again: the more there are, the longer a count takes. */
    private long acceptsUntilCount;
    private boolean isLogged;

    /** To be called before each accept. Fails as the accept would if no descriptor were left. */
    public void requireRoom() throws IOException {
        if (acceptsUntilCount-- > 0) {
            return;
        }
        UnixOperatingSystemMXBean system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long free = system.getMaxFileDescriptorCount() - system.getOpenFileDescriptorCount();
        acceptsUntilCount = Math.max(0, (free - SPARE_DESCRIPTORS) / 2);
        if (free <= SPARE_DESCRIPTORS) {
            throw new IOException("too many open files");
        }
    }

    public void accepted() {
        isLogged = false;
    }

    public void log(Throwable failure) {
        if (!isLogged) {
            System.err.println("no room for a connection: " + failure.getMessage());
        }
        isLogged = true;
    }
}
