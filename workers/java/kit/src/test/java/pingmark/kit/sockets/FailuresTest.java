package pingmark.kit.sockets;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.PortUnreachableException;
import java.net.SocketException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;
import org.junit.jupiter.api.Test;

class FailuresTest {
    @Test
    void aRefusedDatagramIsLostWhateverTheSystemsLanguage() {
        for (String text : new String[] {"Operation not permitted", "Die Operation ist nicht erlaubt", null}) {
            assertTrue(Failures.isLostDatagram(new IOException(text)));
            assertTrue(Failures.isLostDatagram(new SocketException(text)));
            assertTrue(Failures.isLostDatagram(new BindException(text)));
        }
    }

    @Test
    void failuresOfTheSocketAreNotLosses() {
        assertFalse(Failures.isLostDatagram(new PortUnreachableException()));
        assertFalse(Failures.isLostDatagram(new ClosedChannelException()));
        assertFalse(Failures.isLostDatagram(new AsynchronousCloseException()));
        assertFalse(Failures.isLostDatagram(new ConnectException("Operation not permitted")));
        assertFalse(Failures.isLostDatagram(new NoRouteToHostException("Operation not permitted")));
        assertFalse(Failures.isLostDatagram(new IllegalStateException("Operation not permitted")));
    }
}
