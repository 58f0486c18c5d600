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

class LostSendTest {
    @Test
    void aRefusedDatagramIsLostInEveryLanguage() {
        for (String text : new String[] {"Operation not permitted", "Die Operation ist nicht erlaubt", null}) {
            assertTrue(LostSend.is(new IOException(text)));
            assertTrue(LostSend.is(new SocketException(text)));
            assertTrue(LostSend.is(new BindException(text)));
        }
    }

    @Test
    void whatConcernsTheSocketIsNoLoss() {
        assertFalse(LostSend.is(new PortUnreachableException()));
        assertFalse(LostSend.is(new ClosedChannelException()));
        assertFalse(LostSend.is(new AsynchronousCloseException()));
        assertFalse(LostSend.is(new ConnectException("Operation not permitted")));
        assertFalse(LostSend.is(new NoRouteToHostException("Operation not permitted")));
        assertFalse(LostSend.is(new IllegalStateException("Operation not permitted")));
    }
}
