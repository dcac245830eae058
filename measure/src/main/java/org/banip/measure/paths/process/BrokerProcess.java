package org.banip.measure.paths.process;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.banip.core.json.JsonObject;
import org.banip.measure.cpi.process.Console;
import org.banip.server.tls.TlsFiles;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.standalone.WirelessServiceBroker;

/**
 * A broker that can be killed without its host. Specification: {@code host} (URL of the host), {@code address} and {@code port} (0 for any free one),
 * {@code passwords} (a file), {@code certificate} and {@code privateKey} (PEM files; absent for plain HTTP). Says {@code ready} with its {@code uri},
 * and ends at the next word.
 */
public final class BrokerProcess {
    private static final int MOST_PORTS = 65_535;

    private BrokerProcess() {}

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Console console = Console.open();
        try (WirelessServiceBroker broker = broker(console.specification())) {
            console.say(Console.event("ready").field("uri", broker.uri().toString()));
            String unused = console.hear();
        }
        System.exit(0);
    }

    private static WirelessServiceBroker broker(JsonObject specification) {
        WirelessServiceBroker.Builder builder = WirelessServiceBroker.builder()
                .configuration(BrokerConfiguration.builder()
                        .surrogateHost(URI.create(specification.string("host")))
                        .passwordFile(Path.of(specification.string("passwords")))
                        .build())
                .listen(specification.string("address"), (int) specification.integer("port", 0, MOST_PORTS))
                .allowPlainText();
        Optional<TlsFiles> tls = specification
                .optionalString("certificate")
                .map(certificate -> TlsFiles.pem(Path.of(certificate), Path.of(specification.string("privateKey"))));
        tls.ifPresent(builder::tls);
        return builder.start();
    }
}
