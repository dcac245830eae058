package org.banip.surrogate.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.banip.core.json.JsonObject;
import org.banip.server.audit.AuditLog;
import org.banip.server.audit.AuditSettings;
import org.banip.surrogate.people.People;
import org.banip.surrogate.settings.PeopleSettings;
import org.banip.surrogate.standalone.HostServerSettings;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.wire.RunningHost;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Named viewers of a host that keeps an audit log, and what it says of them. */
class AuditedPeopleTest extends PeopleContract {
    @TempDir
    private Path directory;

    private RunningHost host;
    private String token;

    @Override
    protected void open() {
        Path file = directory.resolve("viewers");
        token = people(file);
        AuditLog audit = AuditLog.open(
                new AuditSettings(directory.resolve("audit"), AuditSettings.FILE_BYTES, AuditSettings.FILES), "host");
        host = RunningHost.over(
                JdbcStore.open(directory.resolve("store.db")),
                builder -> builder.audit(audit)
                        .people(new People(new PeopleSettings(file, PeopleSettings.DEFAULT_IDLE, false))),
                HostServerSettings.builder().build());
    }

    @AfterEach
    void stop() {
        host.close();
    }

    @Override
    protected URI base() {
        return host.base();
    }

    @Override
    protected String token() {
        return token;
    }

    @Override
    @Test
    void wrongPasswordsAreTold() throws Exception {
        super.wrongPasswordsAreTold();
        assertThat(lines("log-in-refused").map(line -> line.string("who")))
                .containsExactly("vera", "nora", "scraper", "unknown");
    }

    @Override
    @Test
    void anExportHasTheRangeThatIsWanted() throws Exception {
        super.anExportHasTheRangeThatIsWanted();
        JsonObject exported = lines("exported").findFirst().orElseThrow();
        assertThat(exported.string("who")).isEqualTo("emma");
        assertThat(exported.string("by")).isEqualTo("password");
        assertThat(exported.string("ban")).isEqualTo("ban-17");
        assertThat(exported.string("wanted")).contains("format=csv", "from=2026-01-01");
    }

    /** What the log has of an event, when the host has ended. */
    private Stream<JsonObject> lines(String event) throws IOException {
        host.close();
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory.resolve("audit"))) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                lines.addAll(
                        Files.readString(file, StandardCharsets.UTF_8).lines().toList());
            }
        }
        return lines.stream()
                .filter(line -> line.startsWith("{"))
                .map(JsonObject::parse)
                .filter(line -> line.string("event").equals(event));
    }
}
