package org.banip.surrogate.war;

import java.net.URI;
import java.nio.file.Path;
import org.banip.surrogate.contract.DataContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class Tomcat10DataIT extends DataContract {
    private static HostContainer host;
    private static URI base;

    @BeforeAll
    static void deploy(@TempDir Path directory) throws Exception {
        host = HostContainer.tomcat10();
        base = host.start(directory);
    }

    @AfterAll
    static void undeploy() throws Exception {
        host.close();
    }

    @Override
    protected URI base() {
        return base;
    }
}
