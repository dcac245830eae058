package org.banip.measure.losses.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.banip.core.json.JsonObject;
import org.banip.measure.cpi.process.Console;

/**
 * The application with the sensor. Specification: {@code product}, {@code port} of the link, {@code spool} directory, {@code originNanos} of the signal
 * and the files {@code accepted} and {@code confirmed}. Sample n is due n periods after the origin; a process begins with the sample that is due
 * next. Says {@code started}. At the word {@code end} the sensor ends; it says {@code ended} with whether everything is {@code delivered} within
 * {@code patienceMillis}, and how many samples were {@code refused}.
 */
public final class LossSender {
    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final long LOOK_MILLIS = 20;

    private final Console console;
    private final Outlet outlet;
    private final Numbers accepted;
    private final long originNanos;
    private long refused;

    private LossSender(Console console, Outlet outlet, Numbers accepted, long originNanos) {
        this.console = console;
        this.outlet = outlet;
        this.accepted = accepted;
        this.originNanos = originNanos;
    }

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Console console = Console.open();
        JsonObject specification = console.specification();
        long originNanos = specification.integer("originNanos", 0, Long.MAX_VALUE);
        Duration patience = Duration.ofMillis(specification.integer("patienceMillis", 0, Integer.MAX_VALUE));
        try (Numbers accepted = Numbers.open(Path.of(specification.string("accepted")));
                Numbers confirmed = Numbers.open(Path.of(specification.string("confirmed")));
                Outlet outlet = outlet(specification, confirmed, originNanos)) {
            console.say(Console.event("started"));
            new LossSender(console, outlet, accepted, originNanos).run(patience);
        }
        System.exit(0);
    }

    private static Outlet outlet(JsonObject specification, Numbers confirmed, long originNanos) throws IOException {
        String product = specification.string("product");
        int port = (int) specification.integer("port", 1, 65_535);
        if (Products.isBanip(product)) {
            URI broker = URI.create("http://127.0.0.1:" + port + "/");
            Path spool = Path.of(specification.string("spool")).resolve("packets");
            return new BanipOutlet(broker, Products.chain(product), spool, confirmed, originNanos);
        }
        InetSocketAddress server = new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port);
        return new PeerOutlet(Products.peer(product), server, confirmed, originNanos);
    }

    private void run(Duration patience) throws InterruptedException, IOException {
        long next = (Console.epochNanos() - originNanos) / LossSignal.PERIOD_NANOS + 1;
        while (next <= LossSignal.MOST) {
            long left = originNanos + next * LossSignal.PERIOD_NANOS - Console.epochNanos();
            if (console.hear(Math.max(0, TimeUnit.NANOSECONDS.toMillis(left))) != null) {
                break;
            }
            if (outlet.give(next)) {
                accepted.add(next, false);
            } else {
                refused++;
            }
            next++;
            outlet.look();
        }
        boolean delivered = isDelivered(patience);
        console.say(Console.event("ended").field("delivered", delivered).field("refused", refused));
    }

    private boolean isDelivered(Duration patience) throws InterruptedException {
        long until = System.nanoTime() + patience.toNanos();
        boolean delivered = outlet.isDelivered();
        while (!delivered && System.nanoTime() < until) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            delivered = outlet.isDelivered();
        }
        outlet.look();
        return delivered;
    }
}
