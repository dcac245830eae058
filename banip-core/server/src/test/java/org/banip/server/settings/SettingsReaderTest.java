package org.banip.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where settings come from, which source decides, and what is said of a wrong one. */
class SettingsReaderTest {
    private static final Setting<Integer> PORT = Setting.of(
                    "port", SettingType.number("", 0, 65_535), 8081, "port to listen on")
            .standalone();
    private static final Setting<Path> STORE = Setting.needed("store", SettingType.file(), "where to store");
    private static final Setting<Duration> KEEP_ALIVE = Setting.of(
            "keep-alive-millis",
            SettingType.millis(Duration.ofMillis(10), Duration.ofDays(1)),
            Duration.ofSeconds(5),
            "longest silence");
    private static final Setting<Integer> VIEWERS =
            Setting.of("viewers", SettingType.number("", 1, 10_000), 64, "open live views");
    private static final Setting<Secret> TOKEN =
            Setting.optional("token-file", SettingType.secret(16, 512), "none", "token of the broker");
    private static final SettingTable TABLE = SettingTable.of("host", List.of(STORE, PORT, KEEP_ALIVE, VIEWERS, TOKEN));

    @TempDir
    private Path directory;

    private final Map<String, String> options = new HashMap<>();
    private final Properties properties = new Properties();
    private final Map<String, String> environment = new HashMap<>();
    private final Map<String, String> parameters = new HashMap<>();

    @Test
    void defaultsHoldWhereNoSourceHasTheSetting() {
        options.put("store", "a.db");
        Settings settings = read(TABLE);
        assertThat(settings.get(STORE)).isEqualTo(Path.of("a.db"));
        assertThat(settings.get(PORT)).isEqualTo(8081);
        assertThat(settings.find(TOKEN)).isEmpty();
        assertThat(settings.origin(STORE)).isEqualTo("option --store");
        assertThat(settings.origin(PORT)).isEqualTo("default");
    }

    @Test
    void theFirstSourceThatHasASettingDecides() throws IOException {
        Path file = file("viewers = 4\nkeep-alive-millis=400\nport=4\nstore=file.db\n");
        environment.put("BANIP_HOST_CONFIG", file.toString());
        parameters.put("banip.host.viewers", "5");
        parameters.put("banip.host.keep-alive-millis", "500");
        assertThat(read(TABLE).get(VIEWERS)).isEqualTo(4);
        environment.put("BANIP_HOST_KEEP_ALIVE_MILLIS", "300");
        environment.put("BANIP_HOST_PORT", "3");
        environment.put("BANIP_HOST_VIEWERS", "3");
        properties.put("banip.host.port", "2");
        properties.put("banip.host.viewers", "2");
        options.put("viewers", "1");
        Settings settings = read(TABLE);
        assertThat(settings.get(VIEWERS)).isEqualTo(1);
        assertThat(settings.get(PORT)).isEqualTo(2);
        assertThat(settings.get(KEEP_ALIVE)).isEqualTo(Duration.ofMillis(300));
        assertThat(settings.get(STORE)).isEqualTo(Path.of("file.db"));
        assertThat(settings.origin(STORE)).isEqualTo(file + ":4");
        assertThat(settings.origin(PORT)).isEqualTo("system property banip.host.port");
    }

    @Test
    void contextParameterMayNameTheFile() throws IOException {
        Path file = file("store=file.db\n");
        parameters.put("banip.host.config", file.toString());
        parameters.put("banip.host.store", "parameter.db");
        assertThat(read(TABLE.inContainer()).get(STORE)).isEqualTo(Path.of("file.db"));
    }

    @Test
    void wrongValueIsReportedWithItsPlace() throws IOException {
        Path file = file("# a comment\n\nviewers = \\\n  99999\n");
        options.put("config", file.toString());
        options.put("store", "a.db");
        environment.put("BANIP_HOST_KEEP_ALIVE_MILLIS", "5s");
        assertThatThrownBy(() -> read(TABLE))
                .isInstanceOf(SettingsException.class)
                .hasMessage("setting keep-alive-millis is '5s' (environment variable BANIP_HOST_KEEP_ALIVE_MILLIS),"
                        + " it is not a whole number; allowed: 10 to 86,400,000 ms; setting viewers is '99999' ("
                        + file + ":4), it is out of range; allowed: 1 to 10,000");
    }

    @Test
    void unknownSettingIsRefusedFromEverySource() throws IOException {
        Path file = file("storre=a.db\n");
        options.put("config", file.toString());
        options.put("store", "a.db");
        properties.put("banip.host.prot", "1");
        properties.put("banip.wsb.other", "not of this server");
        environment.put("BANIP_HOST_VIEWER", "1");
        parameters.put("banip.host.tokenfile", "t");
        parameters.put("banip.host.xyzzy", "t");
        assertThatThrownBy(() -> read(TABLE))
                .hasMessageContaining("unknown setting 'prot' (system property banip.host.prot), did you mean port?")
                .hasMessageContaining(
                        "unknown setting 'viewer' (environment variable BANIP_HOST_VIEWER), did you mean viewers?")
                .hasMessageContaining("unknown setting 'storre' (" + file + ":1), did you mean store?")
                .hasMessageContaining(
                        "unknown setting 'tokenfile' (context parameter banip.host.tokenfile), did you mean token-file?")
                .hasMessageContaining("unknown setting 'xyzzy' (context parameter banip.host.xyzzy); known are config,"
                        + " keep-alive-millis, port, store, token-file, viewers")
                .satisfies(e -> assertThat(e.getMessage()).containsOnlyOnce("known are"))
                .hasMessageNotContaining("other");
    }

    @Test
    void emptySettingIsRefusedAndDoesNotFallBack() throws IOException {
        options.put("store", "a.db");
        environment.put("BANIP_HOST_TOKEN_FILE", " ");
        parameters.put("banip.host.token-file", file("0123456789abcdef\n").toString());
        assertThatThrownBy(() -> read(TABLE))
                .hasMessageContaining(
                        "setting token-file is empty (environment variable BANIP_HOST_TOKEN_FILE); allowed:"
                                + " the path of a file whose first line has 16 to 512 characters");
    }

    @Test
    void emptySettingIsRefusedBehindAnotherSourceToo() {
        options.put("store", "a.db");
        environment.put("BANIP_HOST_STORE", "");
        assertThatThrownBy(() -> read(TABLE))
                .hasMessageContaining("setting store is empty (environment variable BANIP_HOST_STORE)");
    }

    @Test
    void neededSettingIsAskedForWithTheWaysToSetIt() {
        assertThatThrownBy(() -> read(TABLE))
                .hasMessage("setting store is missing: where to store; allowed: the path of a file; set it by option"
                        + " --store, system property banip.host.store, environment variable BANIP_HOST_STORE or the"
                        + " properties file");
        assertThatThrownBy(() -> read(TABLE.inContainer())).hasMessageContaining("context parameter banip.host.store");
    }

    @Test
    void inAContainerWhatTheContainerDoesIsRefused() {
        parameters.put("banip.host.store", "a.db");
        environment.put("BANIP_HOST_PORT", "80");
        assertThatThrownBy(() -> read(TABLE.inContainer()))
                .hasMessage("setting port (environment variable BANIP_HOST_PORT) is not read in a servlet container,"
                        + " which listens itself; set it in the container");
    }

    @Test
    void variablesThatKubernetesMakesForAServiceAreNotSettings() {
        options.put("store", "a.db");
        environment.put("BANIP_HOST_SERVICE_HOST", "10.0.0.7");
        environment.put("BANIP_HOST_SERVICE_PORT", "8081");
        environment.put("BANIP_HOST_PORT", "tcp://10.0.0.7:8081");
        environment.put("BANIP_HOST_PORT_8081_TCP_ADDR", "10.0.0.7");
        assertThat(read(TABLE).get(PORT)).isEqualTo(8081);
        environment.put("BANIP_HOST_PORT", "8090");
        assertThat(read(TABLE).get(PORT)).isEqualTo(8090);
    }

    @Test
    void settingMayHaveADefaultOnlyOutsideAContainer() {
        Setting<Path> store = Setting.of("store", SettingType.file(), Path.of("banip.db"), "where to store")
                .neededInContainer();
        SettingTable table = SettingTable.of("host", List.of(store));
        assertThat(read(table).get(store)).isEqualTo(Path.of("banip.db"));
        assertThatThrownBy(() -> read(table.inContainer())).hasMessageContaining("setting store is missing");
    }

    @Test
    void oneOfTwoSettingsMayBeNeededInAContainer() {
        Setting<Path> store = Setting.of("store", SettingType.file(), Path.of("banip.db"), "where to store")
                .neededInContainerUnless("archive");
        Setting<Path> archive = Setting.optional("archive", SettingType.file(), "none", "another place");
        SettingTable table = SettingTable.of("host", List.of(store, archive)).inContainer();
        assertThatThrownBy(() -> read(table))
                .hasMessageContaining("setting store is missing; set it, or archive instead");
        properties.put("banip.host.archive", "a.zip");
        Settings settings = read(table);
        assertThat(settings.find(archive)).contains(Path.of("a.zip"));
        assertThat(settings.origin(store)).isEqualTo(Settings.DEFAULT);
    }

    @Test
    void fileThatIsMissingOrNamesASettingTwiceIsRefused() throws IOException {
        options.put("store", "a.db");
        Path missing = directory.resolve("missing");
        options.put("config", missing.toString());
        assertThatThrownBy(() -> read(TABLE)).hasMessage("the properties file " + missing + " does not exist");
        Path file = file("viewers=1\nport=1\nviewers=2\n");
        options.put("config", file.toString());
        assertThatThrownBy(() -> read(TABLE))
                .hasMessage("setting viewers is set twice (" + file + ":1 and " + file + ":3)");
        Files.writeString(file, "viewers=\\u00zz\n");
        assertThatThrownBy(() -> read(TABLE))
                .hasMessageStartingWith("the properties file " + file + " cannot be read: ");
    }

    @Test
    void secretIsNotShownInAnError() throws IOException {
        options.put("store", "a.db");
        options.put("token-file", file("hunter2\n").toString());
        assertThatThrownBy(() -> read(TABLE))
                .hasMessageContaining("host.properties has 7 characters")
                .hasMessageNotContaining("hunter2");
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("host.properties"), text);
    }

    private Settings read(SettingTable table) {
        return SettingsReader.of(table)
                .options(options)
                .properties(properties)
                .environment(environment)
                .parameters(Collections.enumeration(parameters.keySet()), parameters::get)
                .read();
    }
}
