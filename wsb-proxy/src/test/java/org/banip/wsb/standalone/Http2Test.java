package org.banip.wsb.standalone;

import java.nio.file.Path;
import java.util.Optional;
import org.banip.wsb.contract.AccessContract;
import org.banip.wsb.contract.BreakContract;
import org.banip.wsb.contract.Container;
import org.banip.wsb.contract.SharedBroker;
import org.banip.wsb.contract.StreamContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** All of the contract, with each request of an MBU as a stream of one HTTP/2 connection. */
class Http2Test {
    private static SharedBroker shared;

    @BeforeAll
    static void deploy(@TempDir Path directory) throws Exception {
        shared = SharedBroker.start(directory, Http2Container::new);
    }

    @AfterAll
    static void undeploy() throws Exception {
        shared.close();
    }

    @Nested
    class Access extends AccessContract {
        @Override
        protected Container container() {
            return new Http2Container();
        }

        @Override
        protected Optional<SharedBroker> shared() {
            return Optional.of(shared);
        }
    }

    @Nested
    class Break extends BreakContract {
        @Override
        protected Container container() {
            return new Http2Container();
        }

        @Override
        protected Optional<SharedBroker> shared() {
            return Optional.of(shared);
        }
    }

    @Nested
    class Stream extends StreamContract {
        @Override
        protected Container container() {
            return new Http2Container();
        }

        @Override
        protected Optional<SharedBroker> shared() {
            return Optional.of(shared);
        }
    }
}
