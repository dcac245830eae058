package org.banip.surrogate.viewer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.banip.core.json.JsonObject;
import org.banip.server.address.TrustedProxies;
import org.banip.server.audit.AuditLog;
import org.banip.server.audit.AuditSettings;
import org.banip.surrogate.contract.PeopleContract;
import org.banip.surrogate.contract.ProxyContract;
import org.banip.surrogate.people.People;
import org.banip.surrogate.settings.AccessSettings;
import org.banip.surrogate.settings.PeopleSettings;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.RunningHost;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host that listens by itself behind a proxy, and what its audit log says. */
class BehindProxyTest extends ProxyContract {
    @TempDir
    private Path directory;

    private RunningHost host;

    @BeforeEach
    void open() {
        PeopleContract.people(directory.resolve("viewers"));
        open("127.0.0.1, 10.1.0.0/16", false);
    }

    private void open(String proxies, boolean plain) {
        PeopleSettings people = new PeopleSettings(directory.resolve("viewers"), PeopleSettings.DEFAULT_IDLE, plain);
        host = RunningHost.over(
                JdbcStore.open(directory.resolve("store.db")),
                builder -> builder.people(new People(people))
                        .audit(AuditLog.open(AuditSettings.in(directory.resolve("audit")), "host")),
                HostServerSettings.builder()
                        .access(AccessSettings.LOOPBACK_ONLY.behind(TrustedProxies.parse(proxies)))
                        .build());
    }

    @AfterEach
    void close() {
        host.close();
    }

    @Override
    protected URI base() {
        return host.base();
    }

    /** Otherwise each sender could count as many, and blame others in the log. */
    @Test
    void aSenderThatIsNoProxyIsNotBelieved() throws IOException {
        host.close();
        open("192.0.2.0/24", true);
        for (int guess = 0; guess < 11; guess++) {
            assertThat(ask("clara", "guess " + guess, "198.51.100." + guess).status())
                    .isEqualTo(401);
        }
        assertThat(ask("clara", PeopleContract.PASSWORD, "198.51.100.77").error())
                .isEqualTo("limit-reached");
        WireAnswer page = exchange("login", Map.of("X-Forwarded-For", "198.51.100.77", "X-Forwarded-Proto", "https"));
        assertThat(page.header("set-cookie")).startsWith("banip-form=").doesNotContain("Secure");
        assertThat(refusedFrom()).containsOnly("127.0.0.1");
    }

    @Test
    void theAuditLogHasTheAddressOfTheClient() throws IOException {
        ask("clara", "a guess", "203.0.113.1, 198.51.100.47");
        assertThat(refusedFrom()).containsExactly("198.51.100.47");
    }

    /** The addresses of refused log-ins, when the host has ended. */
    private List<String> refusedFrom() throws IOException {
        host.close();
        return Files.readAllLines(directory.resolve("audit").resolve("audit-000001.jsonl")).stream()
                .map(JsonObject::parse)
                .filter(line -> line.string("event").equals("log-in-refused"))
                .map(line -> line.string("from"))
                .toList();
    }
}
