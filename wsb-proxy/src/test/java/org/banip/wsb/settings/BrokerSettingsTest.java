package org.banip.wsb.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.stream.Stream;
import org.banip.server.settings.Setting;
import org.banip.server.settings.SettingTable;
import org.banip.server.settings.Settings;
import org.banip.server.settings.SettingsReader;
import org.banip.wsb.BearerToken;
import org.banip.wsb.BrokerConfiguration;
import org.banip.wsb.BrokerLimits;
import org.banip.wsb.HostSource;
import org.banip.wsb.host.FixedHosts;
import org.banip.wsb.spi.HostDirectory;
import org.banip.wsb.spi.HostDirectoryProvider;
import org.banip.wsb.spi.KnownHost;
import org.banip.wsb.standalone.WirelessServiceBroker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator's settings make of a broker. */
class BrokerSettingsTest {
    @TempDir
    private Path directory;

    private final Map<String, String> environment = new HashMap<>(
            Map.of("BANIP_WSB_PASSWORD_FILE", "passwords", "BANIP_WSB_SURROGATE_HOST", "http://127.0.0.1:8081"));

    @Test
    void withoutSettingsTheDefaultsHold() {
        BrokerSettings settings = read(BrokerSettings.TABLE);
        BrokerConfiguration configuration = settings.configuration();
        assertThat(configuration.hosts().description()).isEqualTo("http://127.0.0.1:8081/");
        assertThat(configuration.passwordFile()).contains(Path.of("passwords"));
        assertThat(configuration.limits()).isEqualTo(BrokerLimits.DEFAULTS);
        assertThat(settings.listening().limits()).isEqualTo(BrokerSettings.CONNECTION_LIMITS);
    }

    @Test
    void everySettingReachesTheConfiguration() throws IOException {
        Path grants = Files.createFile(directory.resolve("grants"));
        Path file = Files.writeString(directory.resolve("wsb.properties"), """
                requests = 20
                requests-per-identity=5
                connect-millis=700
                idle-millis=701
                document-millis=702
                silence-millis=0
                linger-millis=703
                host-probe-millis=704
                host-silence-millis=1705
                recheck-millis=706
                interconnects=9
                buffer-bytes=600
                socket-buffer-bytes=5000
                grants-file=%s
                """.formatted(grants));
        environment.put("BANIP_WSB_CONFIG", file.toString());
        environment.put("BANIP_WSB_REQUESTS", "10");
        BrokerConfiguration configuration =
                read(BrokerSettings.TABLE.inContainer()).configuration();
        assertThat(configuration.grantsFile()).contains(grants);
        assertThat(configuration.limits())
                .isEqualTo(new BrokerLimits(
                        10,
                        5,
                        9,
                        600,
                        5000,
                        Duration.ofMillis(700),
                        Duration.ofMillis(701),
                        Duration.ofMillis(702),
                        Duration.ZERO,
                        Duration.ofMillis(704),
                        Duration.ofMillis(1705),
                        Duration.ofMillis(706),
                        Duration.ofMillis(703)));
    }

    @Test
    void listOfHostsMayNameThem() {
        environment.put("BANIP_WSB_SURROGATE_HOST", "ward=https://10.0.0.7:8081, https://10.0.0.8/banip/?");
        assertThatThrownBy(() -> read(BrokerSettings.TABLE)).hasMessageContaining("it has a query or a fragment");
        environment.put("BANIP_WSB_SURROGATE_HOST", "ward=https://10.0.0.7:8081, https://10.0.0.8/banip/");
        HostSource hosts = read(BrokerSettings.TABLE).configuration().hosts();
        assertThat(hosts.description()).isEqualTo("https://10.0.0.7:8081/, https://10.0.0.8/banip/");
        assertThat(hosts.directory().get().hosts()).extracting(KnownHost::id).containsExactly("ward", "6b383310");
        for (String wrong :
                List.of("https://h/,https://h", "a=https://h/,a=https://g/", "A=https://h/", "https://h/,", ",")) {
            environment.put("BANIP_WSB_SURROGATE_HOST", wrong);
            assertThatThrownBy(() -> read(BrokerSettings.TABLE))
                    .as(wrong)
                    .hasMessageContaining("setting surrogate-host is '" + wrong + "'");
        }
    }

    @Test
    void directoryOfHostsIsFoundByItsName() {
        environment.remove("BANIP_WSB_SURROGATE_HOST");
        environment.put("BANIP_WSB_HOST_DIRECTORY", "ward:two,three");
        HostSource hosts = read(BrokerSettings.TABLE).configuration().hosts();
        assertThat(hosts.description()).isEqualTo("the hosts of ward");
        assertThat(hosts.directory().get().hosts()).extracting(KnownHost::id).containsExactly("two", "three");
        environment.put("BANIP_WSB_HOST_DIRECTORY", "none:two");
        assertThatThrownBy(() -> read(BrokerSettings.TABLE).configuration())
                .hasMessage("host-directory is 'none', installed are ward");
    }

    @Test
    void hostsOfAListAreUsedBesideThoseOfADirectory() {
        environment.put("BANIP_WSB_HOST_DIRECTORY", "ward:two,three");
        environment.put("BANIP_WSB_SURROGATE_HOST", "https://three/");
        HostSource hosts = read(BrokerSettings.TABLE).configuration().hosts();
        assertThat(hosts.description()).isEqualTo("https://three/ and the hosts of ward");
        assertThat(hosts.directory().get().hosts())
                .extracting(host -> host.id() + " " + host.base())
                .containsExactly(
                        FixedHosts.nameOf(URI.create("https://three/")) + " https://three/", "two https://two/");
    }

    /** Knows the hosts that its argument names. */
    public static final class WardDirectory implements HostDirectoryProvider {
        @Override
        public String name() {
            return "ward";
        }

        @Override
        public HostDirectory open(String argument, Settings settings) {
            List<KnownHost> hosts = Stream.of(argument.split(",", -1))
                    .map(id -> new KnownHost(id, URI.create("https://" + id + "/"), OptionalLong.empty()))
                    .toList();
            return () -> hosts;
        }
    }

    @Test
    void tokenComesFromAFileOnly() throws IOException {
        Path token = Files.writeString(directory.resolve("token"), "0123456789abcdef\n");
        environment.put("BANIP_WSB_TOKEN_FILE", token.toString());
        BrokerConfiguration configuration =
                read(BrokerSettings.TABLE.inContainer()).configuration();
        assertThat(configuration.token().orElseThrow().get()).isEqualTo(new BearerToken("0123456789abcdef"));
        assertThat(configuration).asString().doesNotContain("0123456789abcdef");
        environment.put("BANIP_WSB_TOKEN", "0123456789abcdef");
        assertThatThrownBy(() -> read(BrokerSettings.TABLE.inContainer()))
                .hasMessageContaining("unknown setting 'token' (environment variable BANIP_WSB_TOKEN); known are ")
                .hasMessageContaining("token-file")
                .hasMessageNotContaining("0123456789abcdef");
    }

    @Test
    void revokedCertificatesWithoutAuthoritiesAreRefused() throws IOException {
        environment.put(
                "BANIP_WSB_CLIENT_REVOKED_FILE",
                Files.createFile(directory.resolve("revoked")).toString());
        BrokerSettings settings = read(BrokerSettings.TABLE);
        assertThatThrownBy(settings::configuration)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "setting client-revoked-file (environment variable BANIP_WSB_CLIENT_REVOKED_FILE) does nothing without"
                                + " client-ca; set client-ca as well, or remove client-revoked-file");
    }

    @Test
    void emptyTokenFileIsRefused() throws IOException {
        Path token = Files.writeString(directory.resolve("token"), "\n");
        environment.put("BANIP_WSB_TOKEN_FILE", token.toString());
        assertThatThrownBy(() -> read(BrokerSettings.TABLE))
                .hasMessageContaining("the first line of " + token + " is empty");
    }

    @Test
    void inAContainerHostAndPasswordFileAreNeeded() {
        environment.clear();
        assertThatThrownBy(() -> read(BrokerSettings.TABLE.inContainer()))
                .hasMessageContaining("setting surrogate-host is missing")
                .hasMessageContaining("setting password-file is missing");
    }

    @Test
    void plainHttpToAHostOnAnotherMachineNeedsToBeAllowed() {
        environment.put("BANIP_WSB_SURROGATE_HOST", "http://10.0.0.7:8081/");
        assertThatThrownBy(() -> read(BrokerSettings.TABLE).configuration())
                .hasMessage(
                        "surrogate host 'http://10.0.0.7:8081/' is beyond this machine and must be https://…, unless"
                                + " plain http is allowed explicitly (allow-plain-host)");
        environment.put("BANIP_WSB_ALLOW_PLAIN_HOST", "true");
        assertThat(read(BrokerSettings.TABLE).configuration().hosts().description())
                .isEqualTo("http://10.0.0.7:8081/");
    }

    @Test
    void keyStoreNeedsItsPassword() throws IOException {
        Path keys = Files.createFile(directory.resolve("keys.p12"));
        environment.put("BANIP_WSB_KEY_STORE", keys.toString());
        assertThatThrownBy(() -> WirelessServiceBroker.builder(read(BrokerSettings.TABLE)))
                .hasMessage("key-store " + keys + " needs its password: set key-store-password-file");
    }

    /** What the table allows, the records allow as well. */
    @Test
    void bothEndsOfEachRangeAreAllowed() {
        for (int end = 0; end < 2; end++) {
            for (Setting<?> setting : BrokerSettings.TABLE.settings()) {
                if (setting.type().name().equals("number")
                        || setting.type().name().equals("time")) {
                    String range = setting.type().allowed().replace(",", "");
                    int to = range.indexOf(" to ");
                    String bound = end == 0 ? range.substring(0, to) : range.substring(to + 4);
                    environment.put(BrokerSettings.TABLE.variable(setting.name()), bound);
                }
            }
            BrokerSettings settings = read(BrokerSettings.TABLE);
            assertThat(settings.configuration().limits().requests()).isEqualTo(end == 0 ? 1 : 100_000);
            assertThat(WirelessServiceBroker.builder(settings)).isNotNull();
        }
    }

    private BrokerSettings read(SettingTable table) {
        return new BrokerSettings(SettingsReader.of(table)
                .properties(new Properties())
                .environment(environment)
                .read());
    }
}
