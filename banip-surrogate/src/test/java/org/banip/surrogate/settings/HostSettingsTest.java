package org.banip.surrogate.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.banip.server.settings.Setting;
import org.banip.server.settings.SettingTable;
import org.banip.server.settings.SettingsReader;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.standalone.HostServerSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator's settings make of a host. */
class HostSettingsTest {
    @TempDir
    private Path directory;

    private final Map<String, String> environment = new HashMap<>();

    @Test
    void withoutSettingsTheDefaultsHold() {
        HostSettings settings = read(HostSettings.TABLE);
        assertThat(settings.liveness()).isEqualTo(LivenessSettings.DEFAULT);
        assertThat(settings.limits()).isEqualTo(HostLimits.DEFAULT);
        assertThat(settings.quotas()).isEqualTo(QuotaSettings.DEFAULT);
        assertThat(settings.access()).isEqualTo(AccessSettings.LOOPBACK_ONLY);
        HostServerSettings listening = HostServerSettings.of(settings);
        HostServerSettings byDefault = HostServerSettings.loopback();
        assertThat(listening.where().port()).isEqualTo(8081);
        assertThat(listening)
                .isEqualTo(
                        HostServerSettings.builder().address("127.0.0.1", 8081).build());
        assertThat(listening.where().limits()).isEqualTo(byDefault.where().limits());
    }

    @Test
    void settingsOfSurrogateJarsReachTheirRecord() throws IOException {
        assertThat(read(HostSettings.TABLE).surrogateJars()).isEmpty();
        Path password = Files.writeString(directory.resolve("password"), "secret of the store");
        Path trust = Files.createFile(directory.resolve("trust.p12"));
        Path authorities = Files.createFile(directory.resolve("ca.pem"));
        Path file =
                Files.writeString(directory.resolve("jars.properties"), """
                store=x.db
                surrogate-jars=true
                surrogate-jar-origins=https://jars.example, http://127.0.0.1:81
                surrogate-jar-trust-store=%s
                surrogate-jar-trust-store-password-file=%s
                surrogate-jar-authorities-file=%s
                surrogate-jar-bytes=42
                surrogate-jar-millis=43
                surrogate-jar-fetches=44
                """.formatted(trust, password, authorities));
        environment.put("BANIP_HOST_CONFIG", file.toString());
        SurrogateJarSettings jars =
                read(HostSettings.TABLE.inContainer()).surrogateJars().orElseThrow();
        assertThat(jars.origins()).hasToString("[https://jars.example, http://127.0.0.1:81]");
        assertThat(jars.trustStore()).isEqualTo(trust);
        assertThat(jars.trustStorePassword().orElseThrow().value()).isEqualTo("secret of the store");
        assertThat(jars.toString()).doesNotContain("secret of the store");
        assertThat(jars.authorities().orElseThrow()).isEqualTo(authorities);
        assertThat(List.of(jars.bytes(), jars.time(), jars.fetches()))
                .isEqualTo(List.of(42, Duration.ofMillis(43), 44));
    }

    @Test
    void surrogateJarsByPlainHttpNeedPermission() throws IOException {
        environment.put("BANIP_HOST_SURROGATE_JARS", "true");
        environment.put("BANIP_HOST_SURROGATE_JAR_ORIGINS", "http://jars.example");
        assertThatThrownBy(() -> read(HostSettings.TABLE).surrogateJars())
                .hasMessageContaining("needs surrogate-jar-trust-store");
        environment.put(
                "BANIP_HOST_SURROGATE_JAR_TRUST_STORE",
                Files.createFile(directory.resolve("trust.pem")).toString());
        assertThatThrownBy(() -> read(HostSettings.TABLE).surrogateJars())
                .hasMessageContaining("unless plain http is allowed explicitly (surrogate-jar-allow-plain)");
        environment.put("BANIP_HOST_SURROGATE_JAR_ALLOW_PLAIN", "true");
        assertThat(read(HostSettings.TABLE).surrogateJars()).isPresent();
    }

    @Test
    void inAContainerTheStoreIsNeeded() {
        assertThat(read(HostSettings.TABLE).store().text()).isEqualTo("banip.db");
        assertThatThrownBy(() -> read(HostSettings.TABLE.inContainer()))
                .hasMessageContaining("setting store is missing");
    }

    @Test
    void everySettingReachesItsRecord() throws IOException {
        Path file = Files.writeString(directory.resolve("host.properties"), """
                keep-alive-millis=30
                missed-keep-alives=7
                grace-millis=40
                reorder-window=41
                interconnects=42
                interconnects-per-identity=43
                groups=44
                data-requests=45
                reverse-channels=46
                waiting-commands=47
                document-bytes=48
                viewers=49
                held-bytes=50
                held-bytes-per-identity=51
                bytes-per-day=52
                sessions-per-day=53
                signal-hours-per-day=54
                minimum-free-bytes=55
                activation-millis=56
                registration-free-bytes=57
                signal-rate=58
                """);
        environment.put("BANIP_HOST_CONFIG", file.toString());
        environment.put("BANIP_HOST_STORE", "x.db");
        environment.put("BANIP_HOST_GRACE_MILLIS", "20");
        HostSettings settings = read(HostSettings.TABLE.inContainer());
        assertThat(settings.liveness())
                .isEqualTo(new LivenessSettings(Duration.ofMillis(30), 7, Duration.ofMillis(20)));
        assertThat(settings.get(HostSettings.REORDER_WINDOW)).isEqualTo(41);
        assertThat(settings.limits())
                .isEqualTo(new HostLimits(42, 43, 44, 45, 46, 47, 48, 49, 50, 51, Duration.ofMillis(56)));
        assertThat(settings.quotas()).isEqualTo(new QuotaSettings(52, 53, Duration.ofHours(54), 55, 57, 58));
        assertThat(settings.store().text()).isEqualTo("x.db");
    }

    @Test
    void tokensComeFromFilesOnly() throws IOException {
        environment.put("BANIP_HOST_BROKER_TOKEN_FILE", file("broker", "0123456789abcdef\n"));
        environment.put("BANIP_HOST_VIEWER_TOKEN_FILE", file("viewer", "fedcba9876543210\n"));
        HostSettings settings = read(HostSettings.TABLE);
        assertThat(settings.access().brokerToken()).contains("0123456789abcdef");
        assertThat(settings.access().viewerToken()).contains("fedcba9876543210");
        environment.put("BANIP_HOST_VIEWER_TOKEN", "fedcba9876543210");
        assertThatThrownBy(() -> read(HostSettings.TABLE))
                .hasMessageContaining("unknown setting 'viewer-token' (environment variable BANIP_HOST_VIEWER_TOKEN)")
                .hasMessageNotContaining("fedcba9876543210");
    }

    @Test
    void emptyTokenFileDoesNotSwitchAuthenticationOff() throws IOException {
        for (String content : List.of("", "\n0123456789abcdef\n", "  \n")) {
            for (String name : List.of("broker-token-file", "viewer-token-file", "store-password-file")) {
                environment.clear();
                environment.put("BANIP_HOST_STORE", "jdbc:postgresql://127.0.0.1/banip");
                String file = file("token", content);
                environment.put(HostSettings.TABLE.variable(name), file);
                assertThatThrownBy(() -> read(HostSettings.TABLE.inContainer()))
                        .hasMessageContaining("setting " + name + " is '")
                        .hasMessageContaining("the first line of " + file + " is empty");
            }
        }
    }

    @Test
    void passwordInTheUrlOfTheStoreIsRefusedAndNotShown() {
        environment.put("BANIP_HOST_STORE", "jdbc:postgresql://127.0.0.1/banip?user=b&Password=hunter2");
        assertThatThrownBy(() -> read(HostSettings.TABLE))
                .hasMessageContaining("setting store is 'jdbc:postgresql://127.0.0.1/banip?user=b&Password=***'")
                .hasMessageContaining("a JDBC URL without password")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void settingsOfTheMailServerReachTheirRecordAndNeedEachOther() throws IOException {
        assertThat(read(HostSettings.TABLE).alerts().mail()).isEmpty();
        environment.put("BANIP_HOST_ALERT_MAIL_SERVER", "mail.example.org");
        assertThatThrownBy(() -> read(HostSettings.TABLE).alerts())
                .hasMessage("alert-mail-server is set, and alert-mail-from is missing");
        environment.put("BANIP_HOST_ALERT_MAIL_FROM", "banip@example.org");
        environment.put("BANIP_HOST_ALERT_MAIL_USER", "banip");
        assertThatThrownBy(() -> read(HostSettings.TABLE).alerts())
                .hasMessage("alert-mail-user is set, and alert-mail-password-file is missing");
        environment.put("BANIP_HOST_ALERT_MAIL_PASSWORD_FILE", file("mail.password", "hunter2"));
        MailSettings mail = read(HostSettings.TABLE).alerts().mail().orElseThrow();
        assertThat(mail.server()).isEqualTo("mail.example.org");
        assertThat(mail.port()).isEqualTo(587);
        assertThat(mail.protection()).isEqualTo(MailSettings.Protection.STARTTLS);
        assertThat(mail.full()).isFalse();
        assertThat(mail.toString()).doesNotContain("hunter2");
        environment.put("BANIP_HOST_ALERT_MAIL_TLS", "none");
        assertThatThrownBy(() -> read(HostSettings.TABLE).alerts())
                .hasMessageContaining("for a mail server of this machine only");
        environment.put("BANIP_HOST_ALERT_MAIL_TLS", "ssl");
        assertThatThrownBy(() -> read(HostSettings.TABLE)).hasMessageContaining("starttls, tls, none");
    }

    @Test
    void aMailServerIsNamedWithoutItsPort() {
        environment.put("BANIP_HOST_ALERT_MAIL_FROM", "banip@example.org");
        for (String allowed : List.of("mail.example.org", "127.0.0.1", "::1", "2001:db8::25")) {
            environment.put("BANIP_HOST_ALERT_MAIL_SERVER", allowed);
            assertThat(read(HostSettings.TABLE).alerts().mail()).isPresent();
        }
        for (String refused : List.of("127.0.0.1:2525", "mail.example.org:587", "[::1]:25", ":25")) {
            environment.put("BANIP_HOST_ALERT_MAIL_SERVER", refused);
            assertThatThrownBy(() -> read(HostSettings.TABLE))
                    .hasMessageContaining("a name or an address, without a port (alert-mail-port has it)");
        }
    }

    @Test
    void aMailServerNeedsTheLibrary() throws IOException {
        environment.put("BANIP_HOST_STORE", directory.resolve("store.db").toString());
        environment.put("BANIP_HOST_ALERT_CONTACTS_FILE", file("contacts.json", "{}"));
        environment.put("BANIP_HOST_ALERT_MAIL_SERVER", "localhost");
        environment.put("BANIP_HOST_ALERT_MAIL_FROM", "banip@example.org");
        HostSettings settings = read(HostSettings.TABLE);
        assertThatThrownBy(() -> SurrogateHost.open(settings))
                .hasMessage("alert-mail-server is set, and banip-surrogate-mail is not on the class path");
    }

    @Test
    void keyStoreNeedsItsPassword() throws IOException {
        Path keys = Files.createFile(directory.resolve("keys.p12"));
        environment.put("BANIP_HOST_KEY_STORE", keys.toString());
        assertThatThrownBy(() -> HostServerSettings.of(read(HostSettings.TABLE)))
                .hasMessage("key-store " + keys + " needs its password: set key-store-password-file");
    }

    /** What the table allows, the records allow as well. */
    @Test
    void bothEndsOfEachRangeAreAllowed() {
        for (int end = 0; end < 2; end++) {
            for (Setting<?> setting : HostSettings.TABLE.settings()) {
                if (setting.type().isRange()) {
                    String range = setting.type().allowed().replace(",", "");
                    int to = range.indexOf(" to ");
                    String bound = end == 0 ? range.substring(0, to) : range.substring(to + 4);
                    environment.put(HostSettings.TABLE.variable(setting.name()), bound);
                }
            }
            HostSettings settings = read(HostSettings.TABLE);
            assertThat(settings.limits().viewers()).isEqualTo(end == 0 ? 1 : 10_000);
            assertThat(settings.liveness().missedKeepAlives()).isEqualTo(end == 0 ? 1 : 1000);
            assertThat(HostServerSettings.of(settings).threads()).isEqualTo(end == 0 ? 6 : 10_000);
        }
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text).toString();
    }

    private HostSettings read(SettingTable table) {
        return new HostSettings(SettingsReader.of(table)
                .properties(new Properties())
                .environment(environment)
                .read());
    }
}
