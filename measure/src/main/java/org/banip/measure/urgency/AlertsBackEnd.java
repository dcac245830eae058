package org.banip.measure.urgency;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.banip.alerts.AlertRules;
import org.banip.core.json.JsonObject;
import org.banip.measure.cpi.process.Console;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.settings.AlertSettings;
import org.banip.surrogate.settings.QuotaSettings;
import org.banip.surrogate.standalone.HostServer;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.authentication.PasswordFile;
import org.banip.wsb.standalone.WirelessServiceBroker;

/**
 * A broker, and a host that looks for asystole and tells a contact. Specification: {@code address} (of the broker), {@code folder}, {@code identity},
 * {@code password}, {@code contacts} (file). Says {@code ready} with {@code uri} (broker) and {@code host}; ends at the next word.
 */
public final class AlertsBackEnd {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int BCRYPT_COST = 4;
    private static final int MOST_WAITING = 100_000;

    private AlertsBackEnd() {}

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        Console console = Console.open();
        JsonObject specification = console.specification();
        Path folder = Path.of(specification.string("folder"));
        AlertRules rules = AsystoleRule.rules();
        AlertSettings alerts = new AlertSettings(
                Optional.of(Path.of(specification.string("contacts"))),
                false,
                Optional.empty(),
                Duration.ofSeconds(5),
                MOST_WAITING);
        try (SurrogateHost host = SurrogateHost.builder(JdbcStore.open(folder.resolve("store.db")))
                        .quotas(QuotaSettings.UNBOUNDED)
                        .detectors(() -> rules)
                        .alerts(alerts)
                        .build();
                HostServer server = HostServer.start(
                        host, HostServerSettings.builder().address(LOOPBACK, 0).build());
                WirelessServiceBroker broker = broker(server, specification, folder)) {
            console.say(Console.event("ready")
                    .field("uri", broker.uri().toString())
                    .field("host", server.baseUri().toString()));
            String unused = console.hear();
        }
        System.exit(0);
    }

    private static WirelessServiceBroker broker(HostServer server, JsonObject specification, Path folder) {
        Path passwords = folder.resolve("passwords");
        new PasswordFile(passwords)
                .set(
                        specification.string("identity"),
                        specification.string("password").toCharArray(),
                        BCRYPT_COST);
        return WirelessServiceBroker.builder()
                .configuration(BrokerConfiguration.builder()
                        .surrogateHost(server.baseUri())
                        .passwordFile(passwords)
                        .build())
                .listen(specification.string("address"), 0)
                .allowPlainText()
                .start();
    }
}
