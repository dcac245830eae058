package org.banip.surrogate.war;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.banip.surrogate.contract.PeopleContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Named viewers of the WAR, in each container. */
class PeopleIT {
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
    abstract static class InContainer extends PeopleContract {
        private final HostContainer host;
        private URI base;
        private String token;

        InContainer(HostContainer host) {
            this.host = host;
        }

        @BeforeAll
        void deploy(@TempDir Path directory) throws Exception {
            Path viewers = directory.resolve("viewers");
            token = people(viewers);
            base = host.start(
                    directory, Path.of(System.getProperty("banip.war")), Map.of("viewers-file", viewers.toString()));
        }

        @AfterAll
        void undeploy() throws Exception {
            host.close();
        }

        @Override
        protected URI base() {
            return base;
        }

        @Override
        protected String token() {
            return token;
        }
    }
}
