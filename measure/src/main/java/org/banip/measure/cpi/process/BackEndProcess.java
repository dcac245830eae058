package org.banip.measure.cpi.process;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.banip.core.json.JsonObject;
import org.banip.server.tls.TlsFiles;

/**
 * A {@link BackEnd} as a child process. Specification: {@code address}, {@code certificate} and
 * {@code privateKey} (PEM files; absent for plain HTTP), {@code folder}, {@code identity}, {@code password}, {@code deliveries}.
 */
public final class BackEndProcess {
    private static final Duration PROGRESS = Duration.ofMillis(500);

    private BackEndProcess() {}

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Console console = Console.open();
        JsonObject specification = console.specification();
        BackEnd.Place place = new BackEnd.Place(
                specification.string("address"),
                0,
                certificate(specification),
                Path.of(specification.string("folder")),
                PROGRESS);
        Path deliveries = Path.of(specification.string("deliveries"));
        new BackEnd(console, place, Console::epochNanos, (tap, settled) -> write(tap, deliveries))
                .run(specification.string("identity"), specification.string("password"));
        System.exit(0);
    }

    private static Optional<TlsFiles> certificate(JsonObject specification) {
        return specification
                .optionalString("certificate")
                .map(certificate -> TlsFiles.pem(Path.of(certificate), Path.of(specification.string("privateKey"))));
    }

    private static void write(DeliveryTap tap, Path deliveries) throws IOException {
        try (Writer out = Files.newBufferedWriter(deliveries)) {
            tap.write(out);
        }
    }
}
