package org.banip.measure.system;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.banip.measure.cpi.process.BackEndServer;
import org.banip.server.tls.TlsFiles;

/** A back-end on a machine whose clock is ahead; until its standard input ends. Arguments: address, token, certificate, key, seconds ahead. */
final class ShiftedBackEnd {
    private ShiftedBackEnd() {}

    public static void main(String[] args) throws Exception {
        long ahead = Duration.ofSeconds(Long.parseLong(args[4])).toNanos();
        TlsFiles tls = TlsFiles.pem(Path.of(args[2]), Path.of(args[3]));
        BackEndServer.Settings settings = new BackEndServer.Settings(args[0], 0, 0, Optional.of(tls), args[1]);
        Consumer<String> log = System.err::println;
        try (BackEndServer server =
                new BackEndServer(settings, () -> System.currentTimeMillis() * 1_000_000 + ahead, log)) {
            System.out.println(server.url());
            System.out.flush();
            while (System.in.read() >= 0) {
                // runs go on
            }
        }
    }
}
