package org.banip.surrogate.war;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import org.banip.surrogate.contract.DataContract;
import org.banip.surrogate.contract.FaultContract;
import org.banip.surrogate.contract.RegistrationContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All of the contract in Tomcat 11, which is started once for it. */
class TomcatIT {
    private static HostContainer host;
    private static URI base;

    @BeforeAll
    static void deploy(@TempDir Path directory) throws Exception {
        host = HostContainer.tomcat();
        base = host.start(directory);
    }

    @AfterAll
    static void undeploy() throws Exception {
        host.close();
    }

    @Test
    void addressWithoutASlashLeadsToThePage() throws IOException {
        ContextRoot.assertLeadsToThePage(base);
    }

    @Nested
    class Data extends DataContract {
        @Override
        protected URI base() {
            return base;
        }
    }

    @Nested
    class Fault extends FaultContract {
        @Override
        protected URI base() {
            return base;
        }
    }

    @Nested
    class Registration extends RegistrationContract {
        @Override
        protected URI base() {
            return base;
        }
    }

    @Nested
    class Form extends FormContract {
        @Override
        protected URI base() {
            return base;
        }

        @Override
        protected boolean isJetty() {
            return false;
        }
    }
}
