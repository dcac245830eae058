package org.banip.surrogate.war;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.banip.surrogate.contract.PeopleContract;
import org.banip.surrogate.contract.ProxyContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The WAR behind a proxy, in each container. */
class BehindProxyIT {
    @Nested
    class InTomcat extends InContainer {
        InTomcat() {
            super(HostContainer.tomcat());
        }
    }

    @Nested
    class InTomcat10 extends InContainer {
        InTomcat10() {
            super(HostContainer.tomcat10());
        }
    }

    @Nested
    class InJetty extends InContainer {
        InJetty() {
            super(HostContainer.jetty());
        }
    }

    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    abstract static class InContainer extends ProxyContract {
        private final HostContainer host;
        private URI base;

        InContainer(HostContainer host) {
            this.host = host;
        }

        @BeforeAll
        void deploy(@TempDir Path directory) throws Exception {
            Path viewers = directory.resolve("viewers");
            PeopleContract.people(viewers);
            base = host.start(
                    directory,
                    Path.of(System.getProperty("banip.war")),
                    Map.of("viewers-file", viewers.toString(), "trusted-proxies", "127.0.0.1 10.1.0.0/16"));
        }

        @AfterAll
        void undeploy() throws Exception {
            host.close();
        }

        @Override
        protected URI base() {
            return base;
        }
    }
}
