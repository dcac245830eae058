package org.banip.surrogate.war;

import java.net.URI;
import java.nio.file.Path;
import org.banip.surrogate.contract.FaultContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class TomcatFaultIT extends FaultContract {
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

    @Override
    protected URI base() {
        return base;
    }
}
