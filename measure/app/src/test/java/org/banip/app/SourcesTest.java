package org.banip.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.banip.app.terminal.Stop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Options of every command come from the command line, the environment and a file alike. */
class SourcesTest {
    @TempDir
    private Path directory;

    private final StringWriter err = new StringWriter();
    private final StringWriter out = new StringWriter();
    private final Map<String, String> environment = new HashMap<>();

    private int run(String... args) {
        try (Stop stop = new Stop()) {
            return new Banip(stop, environment)
                    .commandLine()
                    .setOut(new PrintWriter(out, true))
                    .setErr(new PrintWriter(err, true))
                    .execute(args);
        }
    }

    @Test
    void clientTakesItsOptionsFromTheEnvironment() {
        environment.put("BANIP_EXPORT_STORE", "nowhere.db");
        assertThat(run("export", "--list")).isEqualTo(1);
        assertThat(err.toString()).contains("nowhere.db");
    }

    @Test
    void clientTakesItsOptionsFromAFileAndTheEnvironmentComesFirst() throws Exception {
        Path file = Files.writeString(directory.resolve("export.properties"), "store=of-the-file.db\nlist=true\n");
        assertThat(run("export", "--config", file.toString())).isEqualTo(1);
        assertThat(err.toString()).contains("of-the-file.db");
        environment.put("BANIP_EXPORT_STORE", "of-the-environment.db");
        environment.put("BANIP_EXPORT_CONFIG", file.toString());
        assertThat(run("export")).isEqualTo(1);
        assertThat(err.toString()).contains("of-the-environment.db");
        assertThat(run("export", "--store", "of-the-option.db")).isEqualTo(1);
        assertThat(err.toString()).contains("of-the-option.db");
    }

    @Test
    void wrongValueIsReportedWithItsPlace() throws Exception {
        environment.put("BANIP_MBU_SPEED", "fast");
        assertThat(run("mbu", "--ban", "a")).isEqualTo(2);
        assertThat(err.toString())
                .contains("'fast' is not allowed; allowed is a number from 0.01 to 10000; 1 is real time"
                        + " (environment variable BANIP_MBU_SPEED)");
        environment.clear();
        Path file = Files.writeString(directory.resolve("watch.properties"), "# who\n\nhosturl=http://127.0.0.1/\n");
        assertThat(run("watch", "--config", file.toString())).isEqualTo(2);
        assertThat(err.toString())
                .contains("unknown setting 'hosturl' (" + file + ":3), did you mean host-url?")
                .doesNotContain("known are");
        err.getBuffer().setLength(0);
        Files.writeString(file, "zzzzzzzz=1\n");
        assertThat(run("watch", "--config", file.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("unknown setting 'zzzzzzzz' (" + file + ":1); known are allow-plain, ban,");
    }

    @Test
    void groupWhoseNewestPacketsGoFirstIsOneOfTheSignal() {
        assertThat(run("mbu", "--ban", "a", "--newest-first", "pressure")).isEqualTo(2);
        assertThat(err.toString()).contains("newest first for pressure: BAN a has no such group; it has ");
    }

    @Test
    void lowerRateDividesThatOfAGroupOfTheSignal() {
        assertThat(run("mbu", "--ban", "a", "--lower-rate", "pressure=36")).isEqualTo(2);
        assertThat(err.toString()).contains("a lower rate for pressure: BAN a has no such group; it has ");
        environment.put("BANIP_MBU_LOWER_RATE", "ecg=100");
        assertThat(run("mbu", "--ban", "a")).isEqualTo(2);
        assertThat(err.toString()).contains("250 Hz must be a whole multiple of 100 Hz, 2 to 100 times");
        environment.put("BANIP_MBU_LOWER_RATE", "ecg=slow");
        assertThat(run("mbu", "--ban", "a")).isEqualTo(2);
        assertThat(err.toString()).contains("'slow' is not a number of Hz such as 360, 31.25 or 1/60");
    }

    @Test
    void eachWrongSettingOfAServerHasALineOfItsOwn() {
        environment.put("BANIP_HOST_THREADS", "none");
        environment.put("BANIP_HOST_STOER", "x");
        assertThat(run("host", "--viewers", "0")).isEqualTo(2);
        assertThat(err.toString().lines().limit(4))
                .satisfiesExactly(
                        first -> assertThat(first).isEqualTo("banip host: 3 settings are wrong:"),
                        second -> assertThat(second).startsWith("  unknown setting 'stoer'"),
                        third -> assertThat(third).startsWith("  setting threads is 'none'"),
                        fourth -> assertThat(fourth).startsWith("  setting viewers is '0' (option --viewers)"));
    }

    @Test
    void emptyAndUnknownVariablesAreErrorsOfTheirCommandOnly() {
        environment.put("BANIP_WATCH_TOKEN_FILE", "");
        environment.put("BANIP_EXPORT_STOER", "x");
        assertThat(run("watch", "--list")).isEqualTo(2);
        assertThat(err.toString())
                .contains("setting token-file is empty (environment variable BANIP_WATCH_TOKEN_FILE)");
        assertThat(run("export", "--list")).isEqualTo(2);
        assertThat(err.toString()).contains("unknown setting 'stoer' (environment variable BANIP_EXPORT_STOER)");
        assertThat(run("mbu", "--seconds", "1")).isEqualTo(2);
        assertThat(err.toString()).contains("without --user NAME, --ban ID is needed");
        assertThat(run("watch", "--help")).isZero();
    }

    @Test
    void optionExcludesWhatTheEnvironmentSaysInstead() {
        environment.put("BANIP_EXPORT_BAN", "ban-1");
        environment.put("BANIP_EXPORT_STORE", "nowhere.db");
        assertThat(run("export", "--session", "4f1c2d1e-8a3b-4c5d-9e6f-0123456789ab"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("nowhere.db").doesNotContain("mutually exclusive");
    }

    @Test
    void serverTakesItsSettingsFromTheEnvironmentAndAFile() throws Exception {
        Path file = Files.writeString(directory.resolve("host.properties"), "missed-keep-alives=0\n");
        environment.put("BANIP_HOST_CONFIG", file.toString());
        environment.put("BANIP_HOST_GRACE_MILLIS", "soon");
        assertThat(run("host")).isEqualTo(2);
        assertThat(err.toString())
                .contains("setting missed-keep-alives is '0' (" + file + ":1), it is out of range")
                .contains("setting grace-millis is 'soon' (environment variable BANIP_HOST_GRACE_MILLIS)");
        environment.put("BANIP_WSB_PASSWORD_FILE", "/nonexistent");
        assertThat(run("wsb")).isEqualTo(2);
        assertThat(err.toString()).contains("password file /nonexistent does not exist");
    }
}
