package org.banip.app.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.banip.app.access.Servers.Deployment;
import org.banip.app.access.Servers.Kind;
import org.banip.core.interconnect.Protocol;
import org.banip.surrogate.SurrogateHost;
import org.banip.surrogate.people.PeopleFile;
import org.banip.surrogate.settings.AccessSettings;
import org.banip.surrogate.store.JdbcStore;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every endpoint, asked by everybody, against the tables of docs/access.md: broker and host as processes of their own, stand-alone and as web
 * archives in Tomcat. {@link Callers} has the rows, {@link Endpoint} the columns. With {@code -Dbanip.rewrite=true} the tables are written as they
 * were seen, to be looked at and committed.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AccessMatrixIT {
    private static final int UNAUTHORIZED = 401;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private static Path directory;

    private Secrets secrets;
    private Callers callers;
    private Servers servers;

    @BeforeAll
    void makeSecrets() throws Exception {
        secrets = Secrets.in(directory);
        callers = new Callers(secrets);
        servers = new Servers(secrets);
    }

    @AfterAll
    void end() {
        servers.close();
    }

    @Test
    void broker() throws Exception {
        AccessPage.of("## Broker", Endpoint.OF_BROKER)
                .check(ofBroker(Deployment.STAND_ALONE), ofBroker(Deployment.ARCHIVE));
    }

    private List<List<String>> ofBroker(Deployment deployment) throws Exception {
        URI broker = servers.base(Kind.BROKER, deployment);
        return new Asking(broker, secrets, Callers.owner(), false).rows(callers.ofBroker(), Endpoint.OF_BROKER);
    }

    @Test
    void hostWithTokens() throws Exception {
        AccessPage.of("## Host with tokens", Endpoint.OF_HOST)
                .check(ofHostWithTokens(Deployment.STAND_ALONE), ofHostWithTokens(Deployment.ARCHIVE));
    }

    private List<List<String>> ofHostWithTokens(Deployment deployment) throws Exception {
        URI host = servers.base(Kind.HOST_WITH_TOKENS, deployment);
        return new Asking(host, secrets, Callers.ownerAtHost(), false)
                .rows(callers.ofHostWithTokens(), Endpoint.OF_HOST);
    }

    @Test
    void hostThatDemandsCertificates() throws Exception {
        AccessPage.of("## Host that demands certificates of brokers", Endpoint.OF_HOST)
                .check(ofHostWithCertificates(Deployment.STAND_ALONE), ofHostWithCertificates(Deployment.ARCHIVE));
    }

    private List<List<String>> ofHostWithCertificates(Deployment deployment) throws Exception {
        URI host = servers.base(Kind.HOST_WITH_BROKER_CERTIFICATES, deployment);
        return new Asking(host, secrets, callers.ownerAtHostWithCertificates(), false)
                .rows(callers.ofHostWithBrokerCertificates(), Endpoint.OF_HOST);
    }

    @Test
    void hostWithNamedPeople() throws Exception {
        AccessPage.of("## Host with named people", Endpoint.OF_HOST)
                .check(ofHostWithPeople(Deployment.STAND_ALONE), ofHostWithPeople(Deployment.ARCHIVE));
    }

    private List<List<String>> ofHostWithPeople(Deployment deployment) throws Exception {
        URI host = servers.base(Kind.HOST_WITH_PEOPLE, deployment);
        Asking asking = new Asking(host, secrets, Callers.ownerAtHost(), true);
        asking.record(Map.of("Authorization", "Bearer " + Secrets.BROKER_TOKEN, Protocol.IDENTITY_HEADER, "ban-1"));
        String left = new LogInPage(host).logIn(Secrets.LEAVER, Secrets.PASSWORD);
        assertThat(asking.list(left)).isEqualTo(200);
        assertThat(new PeopleFile(servers.people(deployment)).remove(Secrets.LEAVER))
                .isTrue();
        await().atMost(PATIENCE).until(() -> asking.list(left) == UNAUTHORIZED);
        return asking.rows(callers.ofHostWithPeople(left), Endpoint.OF_HOST);
    }

    @Test
    void hostWithoutTokens() throws Exception {
        AccessPage.of("## Host without tokens", Endpoint.OF_HOST)
                .check(ofHostAlone(Deployment.STAND_ALONE), ofHostAlone(Deployment.ARCHIVE));
    }

    private List<List<String>> ofHostAlone(Deployment deployment) throws Exception {
        URI host = servers.base(Kind.HOST_ALONE, deployment);
        return new Asking(host, secrets, Callers.ownerWithoutBroker(), false)
                .rows(Callers.ofHostAlone(), Endpoint.OF_HOST);
    }

    /** Of a host and a broker, and of a host with a viewers' file, each in three columns. */
    @Test
    void healthAndMetrics() throws Exception {
        List<String> columns = new ArrayList<>(List.of("who asks"));
        for (String server : List.of("broker", "host", "host with people")) {
            Endpoint.OF_HEALTH.forEach(endpoint -> columns.add(server + ": " + endpoint.name()));
        }
        new AccessPage("## Health and metrics", columns)
                .check(ofHealth(Deployment.STAND_ALONE), ofHealth(Deployment.ARCHIVE));
    }

    private List<List<String>> ofHealth(Deployment deployment) throws Exception {
        List<List<String>> all = new ArrayList<>();
        for (Kind kind : List.of(Kind.BROKER, Kind.HOST_WITH_TOKENS, Kind.HOST_WITH_PEOPLE)) {
            URI health = servers.health(kind, deployment);
            List<List<String>> rows =
                    new Asking(health, secrets, Callers.owner(), false).rows(callers.ofHealth(), Endpoint.OF_HEALTH);
            for (int row = 0; row < rows.size(); row++) {
                if (kind == Kind.BROKER) {
                    all.add(new ArrayList<>(rows.get(row)));
                } else {
                    all.get(row).addAll(rows.get(row).subList(1, rows.get(row).size()));
                }
            }
        }
        return all;
    }

    /** What the heads of the columns stand for. */
    @Test
    void columns() throws Exception {
        List<List<String>> rows = new ArrayList<>();
        Endpoint.OF_HOST.forEach(endpoint -> rows.add(List.of(endpoint.name(), endpoint.inWords())));
        new AccessPage("## What is asked for", List.of("column", "request")).check(rows);
    }

    // --- nothing is left out ---

    /** A servlet that no column names. */
    @Test
    void everyServletOfTheHostHasAColumn() throws Exception {
        Set<String> mappings = new TreeSet<>();
        Server jetty = new Server();
        try (SurrogateHost host = SurrogateHost.builder(JdbcStore.open(directory.resolve("servlets.db")))
                .build()) {
            ServletContextHandler context = new ServletContextHandler("/");
            context.addServletContainerInitializer(
                    (classes, servlets) -> host.install(servlets, AccessSettings.LOOPBACK_ONLY));
            jetty.setHandler(context);
            jetty.start();
            for (var mapping : context.getServletHandler().getServletMappings()) {
                if (mapping.getServletName().startsWith("banip")) {
                    List.of(mapping.getPathSpecs()).forEach(spec -> mappings.add(spec.replaceAll("^/|/\\*$", "")));
                }
            }
        } finally {
            jetty.stop();
        }
        Set<String> named = new TreeSet<>();
        Endpoint.OF_HOST.forEach(endpoint -> named.add(endpoint.path().replaceAll("[/?].*", "")));
        named.remove("other");
        assertThat(mappings)
                .as("servlets of the host, and columns of docs/access.md")
                .isEqualTo(named);
    }

    /** A resource of viewers and people that no column names, by its whole path: a servlet has several. */
    @Test
    void everyResourceOfPeopleHasAColumn() throws Exception {
        Set<String> resources = new TreeSet<>();
        for (List<String> row : AccessPage.tableOf("people.md", "| URL | who |")) {
            if (!row.get(0).contains("health port")) {
                Matcher paths = Pattern.compile("`([^`]+)`").matcher(row.get(0));
                paths.results().forEach(path -> resources.add(path.group(1)));
            }
        }
        Set<String> named = new TreeSet<>();
        Endpoint.OF_HOST.forEach(endpoint -> named.add(endpoint.template()));
        named.removeIf(path -> path.equals("/other") || path.startsWith("/" + Protocol.INTERCONNECTS));
        assertThat(resources).hasSizeGreaterThan(10);
        assertThat(named).isEqualTo(resources);
    }

    /** A resource of the protocol that no column names, and one that the broker relays. */
    @Test
    void everyResourceOfTheProtocolHasAColumn() throws Exception {
        Set<String> named = new TreeSet<>();
        for (Endpoint endpoint : Endpoint.PROTOCOL) {
            named.add(endpoint.method() + " " + endpoint.path().replace("interconnects/{session}", "{surrogate}"));
        }
        Set<String> resources = new TreeSet<>();
        for (List<String> row : AccessPage.rows("protocol.md", "## 2 ")) {
            resources.add(row.get(0).replace("`", "").replace(" B/", " "));
        }
        assertThat(resources).hasSizeGreaterThan(4);
        assertThat(named).isEqualTo(resources);
        Class<?> kinds = Class.forName("org.banip.wsb.relay.Resource$Kind");
        assertThat(kinds.getEnumConstants()).as("what a broker relays").hasSize(resources.size());
    }
}
