package org.banip.measure.losses.process;

import java.nio.file.Path;
import org.banip.core.json.JsonObject;
import org.banip.measure.cpi.process.Console;
import org.banip.measure.peer.transport.PeerServer;

/**
 * Everything behind the link. Specification: {@code product}, {@code folder} with all that it keeps. Says {@code ready} with its {@code port}. It
 * ends at the next word.
 */
public final class LossReceiver {
    /** BANip's store in the folder. */
    public static final String STORE = "store.db";
    /** The file of a peer's application in the folder. */
    public static final String FILE = "received";

    private LossReceiver() {}

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Console console = Console.open();
        JsonObject specification = console.specification();
        String product = specification.string("product");
        Path folder = Path.of(specification.string("folder"));
        if (Products.isBanip(product)) {
            try (BanipReceiver receiver = new BanipReceiver(folder)) {
                serve(console, receiver.port());
            }
        } else {
            try (FileArrivals arrivals = new FileArrivals(folder.resolve(FILE));
                    PeerServer server = Products.peer(product).serve("127.0.0.1", folder, arrivals)) {
                console.whenOrphaned(server::close); // its programs are processes of their own
                serve(console, server.port());
            }
        }
        System.exit(0);
    }

    private static void serve(Console console, int port) throws InterruptedException {
        console.say(Console.event("ready").field("port", port));
        String unused = console.hear();
    }
}
