package pingmark.kit.measuring;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import pingmark.kit.protocol.Constants;

/** Runs a lane on a library's event loop, with a timer that ends passes. Between measurements it uses no CPU. */
final class EventLane {
    /** Two passes find a loss: one looks, and the next one confirms. */
    private static final long PASS_NS = Constants.FIRST_LOOK_FOR_LOSSES_AFTER_NS / 2;

    private final Lane lane;
    private final Client client;
    private final ScheduledExecutorService loop;
    private final Consumer<Boolean> receiving;
    private Future<?> timer;

    EventLane(Lane lane, Client client, ScheduledExecutorService loop, Consumer<Boolean> receiving) {
        this.lane = lane;
        this.client = client;
        this.loop = loop;
        this.receiving = receiving;
    }

    void begin() {
        loop.execute(() -> {
            // With a delay, not at a rate: after the process was stopped, arrivals are handled before a second pass
            // ends.
            timer = loop.scheduleWithFixedDelay(() -> guarded(lane::endPass), PASS_NS, PASS_NS, TimeUnit.NANOSECONDS);
            receiving.accept(true);
            guarded(lane::begin);
        });
    }

    /** Parks the lane by a task, so that the loop first hands over what it has received. */
    void ended() {
        loop.execute(this::park);
    }

    private void park() {
        if (!timer.cancel(false)) {
            return; // a failure has parked it
        }
        receiving.accept(false);
        lane.end();
        client.park();
    }

    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) { // the client must reply nevertheless
            client.abort(e);
            park();
        }
    }
}
