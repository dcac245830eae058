package org.banip.measure.http.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.measure.cpi.process.Console;
import org.banip.measure.http.connection.KeyFile;
import org.banip.measure.http.transfer.Protocol;
import org.banip.measure.http.transfer.Transfer;

/**
 * The process at the mobile end. Says {@code ready}. Words: {@code warm ROUNDS}, which it answers with {@code warm}; {@code load PROTOCOL TRANSFER},
 * which it answers with {@code loaded}; {@code end}.
 */
public final class ClientProcess {
    private static final int LAST_PORT = 65_535;
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final List<Transfer> WARM =
            List.of(new Transfer.OfPage(212), new Transfer.OfAlarm(false), new Transfer.OfAlarm(true));

    private final HttpClient client;

    private ClientProcess(HttpClient client) {
        this.client = client;
    }

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Console console = Console.open();
        JsonObject specification = console.specification();
        InetSocketAddress server = new InetSocketAddress(
                specification.string("address"), (int) specification.integer("port", 1, LAST_PORT));
        KeyFile keys = new KeyFile(Path.of(specification.string("keys")));
        long seed = specification.integer("seed", Long.MIN_VALUE, Long.MAX_VALUE);
        try (HttpClient client = new HttpClient(server, keys, seed, specification.string("congestionControl"))) {
            ClientProcess process = new ClientProcess(client);
            console.say(Console.event("ready"));
            for (String word = console.hear(); !word.equals("end"); word = console.hear()) {
                console.say(process.answer(word.split(" ", -1)));
            }
        }
        System.exit(0); // even if threads are left
    }

    private JsonWriter answer(String[] words) throws InterruptedException {
        try {
            if (words[0].equals("warm")) {
                warm(Integer.parseInt(words[1]));
                return Console.event("warm").field("problem", "");
            }
            LoadResult result = client.load(Protocol.of(words[1]), Transfer.of(words[2]), PATIENCE);
            return Console.event("loaded")
                    .field("problem", "")
                    .field("nanos", result.nanos())
                    .field("connections", result.connections())
                    .field("offeredEarly", result.offeredEarly())
                    .field("tookEarly", result.tookEarly());
        } catch (IOException e) {
            return Console.event(words[0].equals("warm") ? "warm" : "loaded")
                    .field("problem", String.valueOf(e.getMessage()));
        }
    }

    /** Loads everything several times, so that the JVMs compile, and sessions can be resumed. */
    private void warm(int rounds) throws IOException, InterruptedException {
        for (int round = 0; round < rounds; round++) {
            for (Protocol protocol : Protocol.values()) {
                for (Transfer transfer : WARM) {
                    LoadResult unused = client.load(protocol, transfer, PATIENCE);
                }
            }
        }
    }
}
