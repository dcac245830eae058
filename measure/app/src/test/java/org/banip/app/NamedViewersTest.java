package org.banip.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.banip.server.settings.SettingsReader;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.people.PeopleFile;
import org.banip.surrogate.settings.HostSettings;
import org.banip.surrogate.standalone.HostServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code banip host passwd}, and {@code banip watch} of a person, as a user types them. */
class NamedViewersTest extends CommandLineContract {
    @TempDir
    Path directory;

    private String file(String name, String text) throws Exception {
        return Files.writeString(directory.resolve(name), text).toString();
    }

    @Test
    void aPersonWatchesWithAPasswordAndAProgramWithAToken() throws Exception {
        Path viewers = directory.resolve("viewers");
        assertThat(run("host", "passwd", viewers.toString(), "program", "--roles", "viewer", "--bans", "*", "--token"))
                .isZero();
        String token = file("token", out.toString().trim() + "\n");
        new PeopleFile(viewers)
                .setPassword(
                        "anna",
                        "seven green apples".toCharArray(),
                        4,
                        new PeopleFile.Rights(Optional.of("exporter"), Optional.of("*")));
        HostSettings settings = new HostSettings(SettingsReader.of(HostSettings.TABLE)
                .options(Map.of(
                        "port",
                        "0",
                        "health-port",
                        "off",
                        "store",
                        directory.resolve("store.db").toString(),
                        "viewers-file",
                        viewers.toString()))
                .read());
        try (SurrogateHost host = SurrogateHost.open(settings);
                HostServer server = HostServer.start(host, settings)) {
            String url = "--host-url=" + server.baseUri();
            String password = file("password", "seven green apples\n");
            assertThat(run("watch", "--list", url)).isEqualTo(1);
            assertThat(err.toString()).contains("viewers of this host are named");
            assertThat(run("watch", "--list", url, "--token-file", token)).isZero();
            assertThat(run("watch", "--list", url, "--user", "anna", "--password-file", password))
                    .isEqualTo(1);
            assertThat(err.toString()).contains("anna has no role here that may list BANs");
            assertThat(run("host", "passwd", viewers.toString(), "anna", "--roles", "clinician", "--keep"))
                    .isZero();
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> run("watch", "--list", url, "--user", "anna", "--password-file", password) == 0);
            assertThat(run("watch", "--list", url, "--user", "anna", "--password-file", file("wrong", "seven\n")))
                    .isEqualTo(1);
            assertThat(err.toString()).contains("wrong name or password");
        }
    }

    @Test
    void aPersonWithoutBansIsToldToSeeNone() {
        String viewers = directory.resolve("viewers").toString();
        String told = "scraper sees no BAN, which is enough for /metrics only; --bans grants BANs";
        assertThat(run("host", "passwd", viewers, "scraper", "--roles", "operator", "--token"))
                .isZero();
        assertThat(err.toString().lines()).last().asString().isEqualTo(told);
        assertThat(run("host", "passwd", viewers, "nora", "--roles", "viewer", "--token"))
                .isZero();
        assertThat(err.toString().lines()).last().asString().isEqualTo("nora sees no BAN; --bans grants BANs");
        assertThat(run("host", "passwd", viewers, "scraper", "--bans", "ward3-*", "--keep"))
                .isZero();
        assertThat(err.toString().lines()).last().asString().startsWith("scraper changed in ");
        assertThat(run("host", "passwd", viewers, "scraper", "--bans", "", "--keep"))
                .isZero();
        assertThat(err.toString().lines()).last().asString().isEqualTo(told);
    }

    @Test
    void whatIsWrongIsTold() throws Exception {
        String viewers = directory.resolve("viewers").toString();
        assertThat(run("host", "passwd", viewers, "anna", "--token")).isEqualTo(2);
        assertThat(err.toString()).contains("anna is new and needs roles");
        assertThat(run("host", "passwd", viewers, "anna", "--oidc", "--token")).isEqualTo(2);
        assertThat(err.toString()).contains("exclude each other");
        String groups = directory.resolve("groups").toString();
        assertThat(run(
                        "host",
                        "passwd",
                        groups,
                        "/ward 3/doctors",
                        "--oidc-group",
                        "--roles",
                        "clinician",
                        "--bans",
                        "ward3-*"))
                .isZero();
        assertThat(err.toString()).contains("/ward 3/doctors added to " + groups);
        assertThat(Path.of(groups)).hasContent("/ward 3/doctors:oidc-group:clinician:ward3-*");
        assertThat(run("host", "passwd", groups, "/ward 3/doctors", "--remove")).isZero();
        assertThat(run("host", "passwd", viewers, "anna", "--roles", "nurse", "--token"))
                .isEqualTo(2);
        assertThat(err.toString())
                .contains("role 'nurse' is not known; allowed are viewer, clinician, operator, exporter");
        assertThat(run("host", "passwd", viewers, "anna", "--remove")).isEqualTo(1);
        assertThat(run("host", "--viewers-file", viewers)).isEqualTo(2);
        assertThat(err.toString()).contains("does not exist; create it with 'banip host passwd");
        assertThat(run("watch", "--password-file", file("p", "secret"))).isEqualTo(2);
        assertThat(err.toString()).contains("--password-file needs --user");
    }
}
