package pingmark.grpc;

import io.grpc.internal.GrpcUtil;
import java.util.List;
import pingmark.kit.Worker;

/** The worker of grpc-java. */
public final class Main {
    private Main() {
    }

    public static void main(String[] arguments) throws Exception {
        new Worker("java/grpc", List.of("grpc-java " + GrpcUtil.getGrpcBuildVersion().getImplementationVersion()))
                .run();
    }
}
