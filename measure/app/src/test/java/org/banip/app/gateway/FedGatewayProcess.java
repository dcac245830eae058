package org.banip.app.gateway;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * A process with a gateway and a feed, and with devices that go on where the store ends. The parameters are the directory, the far broker, and a seed
 * for each session: each device begins when the one before it has stored everything. Ends when everything is delivered.
 */
final class FedGatewayProcess {
    private static final int MOST_AT_ONCE = 12;
    private static final long MOST_PAUSE_NANOS = 40_000_000L;

    private FedGatewayProcess() {}

    public static void main(String... args) throws Exception {
        Random random = new Random();
        try (FedGateway fed = new FedGateway(Path.of(args[0]), URI.create(args[1]))) {
            System.out.println("ready at http://127.0.0.1/ ");
            for (SentBan device : devices(args)) {
                boolean more = true;
                while (more) {
                    more = false;
                    for (int g = 0; g < device.groups.size(); g++) {
                        more |= device.store(fed.store, g, 1 + random.nextInt(MOST_AT_ONCE));
                        fed.feed.wake();
                    }
                    LockSupport.parkNanos((long) (random.nextDouble() * MOST_PAUSE_NANOS));
                }
            }
            while (!fed.isDelivered()) {
                LockSupport.parkNanos(MOST_PAUSE_NANOS);
            }
        }
        System.out.println("done");
    }

    /** The devices of these parameters. */
    static List<SentBan> devices(String... args) {
        List<SentBan> devices = new ArrayList<>();
        for (int i = 2; i < args.length; i++) {
            long seed = Long.parseLong(args[i]);
            SentBan device = new SentBan("ban-1", seed);
            devices.add(i % 2 == 0 ? device.sendsFromTheSameOrigin() : device.sendsMuch());
        }
        return devices;
    }
}
