package org.banip.measure.http.server;

import java.net.InetAddress;
import java.nio.file.Path;
import org.banip.core.json.JsonObject;
import org.banip.measure.cpi.process.Console;
import org.banip.measure.http.connection.KeyFile;

/** The process at the fixed end. Says {@code ready} with its port; ends at the word {@code end}. */
public final class ServerProcess {
    private ServerProcess() {}

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Console console = Console.open();
        JsonObject specification = console.specification();
        try (HttpServer server = HttpServer.start(
                InetAddress.getByName(specification.string("address")),
                new KeyFile(Path.of(specification.string("keys"))),
                specification.integer("seed", Long.MIN_VALUE, Long.MAX_VALUE),
                specification.string("congestionControl"))) {
            console.say(Console.event("ready").field("port", server.port()));
            String unused = console.hear(); // "end"
        }
        System.exit(0); // even if threads are left
    }
}
