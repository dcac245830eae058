package org.banip.surrogate.war;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.WireAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The address of the web application without a slash leads to a page whose requests arrive. */
class ContextRootIT {
    @TempDir
    private Path directory;

    @Test
    void addressWithoutASlashWorksInTomcat() throws Exception {
        check(HostContainer.tomcat());
    }

    @Test
    void addressWithoutASlashWorksInTomcat10() throws Exception {
        check(HostContainer.tomcat10());
    }

    @Test
    void addressWithoutASlashWorksInJetty() throws Exception {
        check(HostContainer.jetty());
    }

    private void check(HostContainer host) throws Exception {
        try {
            assertPageWorks(host.start(directory));
        } finally {
            host.close();
        }
    }

    private static void assertPageWorks(URI base) throws IOException {
        URI bare = URI.create(base.toString().replaceAll("/$", ""));
        WireAnswer redirect = get(bare);
        assertThat(redirect.status()).isIn(301, 302);
        URI page = bare.resolve(redirect.header("location"));
        WireAnswer answer = get(page);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).contains("ask('surrogates'");
        assertThat(get(page.resolve("surrogates")).status()).isEqualTo(200);
    }

    private static WireAnswer get(URI address) throws IOException {
        try (HttpWire wire = new HttpWire(address)) {
            return wire.exchange("GET", "");
        }
    }
}
