package pingmark.sockets;

import java.nio.channels.SelectionKey;

/** What a selector is asked to look for. */
final class Interest {
    private Interest() {
    }

    /** To say it again would cost a system call. */
    static void set(SelectionKey key, int operations) {
        if (key.interestOps() != operations) {
            key.interestOps(operations);
        }
    }
}
