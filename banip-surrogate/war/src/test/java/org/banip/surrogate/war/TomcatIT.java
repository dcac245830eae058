package org.banip.surrogate.war;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import org.banip.server.client.Http2Gateway;
import org.banip.surrogate.contract.DataContract;
import org.banip.surrogate.contract.FaultContract;
import org.banip.surrogate.contract.RegistrationContract;
import org.banip.surrogate.wire.Frames;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.ReverseWire;
import org.banip.surrogate.wire.TestMbu;
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

    /** Tomcat speaks HTTP/2 if its operator says so. */
    @Test
    void streamsOfHttp2GoThrough() throws Exception {
        try (Http2Gateway gateway = new Http2Gateway(base)) {
            TestMbu mbu = new TestMbu(gateway.uri());
            mbu.register();
            try (HttpWire data = mbu.beginDuplex()) {
                ReverseWire reverse = new ReverseWire(data);
                data.chunk(Frames.body(2, TestMbu.packets(0, 0, 3)));
                reverse.awaitAcknowledged(0, 3);
                data.chunk(Frames.body(2, TestMbu.packets(0, 3, 5)));
                data.endBody();
                reverse.awaitAcknowledged(0, 5);
                reverse.awaitEnd();
            }
        }
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
