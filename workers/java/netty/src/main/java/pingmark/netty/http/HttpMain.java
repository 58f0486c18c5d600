package pingmark.netty.http;

import pingmark.netty.Main;

/** The worker with Netty's HTTP. */
public final class HttpMain {
    private HttpMain() {
    }

    public static void main(String[] arguments) throws Exception {
        Main.run("java/netty-http");
    }
}
