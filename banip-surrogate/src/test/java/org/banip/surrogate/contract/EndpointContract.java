package org.banip.surrogate.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import org.banip.core.error.ErrorCode;
import org.banip.core.interconnect.Protocol;
import org.banip.surrogate.wire.HttpWire;
import org.banip.surrogate.wire.TestMbu;
import org.banip.surrogate.wire.WireAnswer;

/**
 * What a host does on the wire, whatever serves its servlets (docs/protocol.md). Speaks to loopback without a broker token, to a
 * host with default settings. Each subclass is one side of it.
 */
abstract class EndpointContract {
    /** The base URL of a running host. */
    protected abstract URI base();

    /** Whether a fault closes the connection: in HTTP/2 it ends a stream. */
    protected boolean closesConnections() {
        return true;
    }

    final TestMbu mbu() {
        return new TestMbu(base());
    }

    final TestMbu registered() throws IOException {
        TestMbu mbu = mbu();
        mbu.register();
        return mbu;
    }

    static void refused(WireAnswer answer, int status, ErrorCode code) {
        assertThat(answer.error()).as(answer.text()).isEqualTo(code.token());
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.header("content-type")).startsWith(Protocol.JSON_TYPE);
    }

    final WireAnswer exchange(String method, String path) throws IOException {
        try (HttpWire wire = mbu().connect()) {
            return wire.exchange(method, path);
        }
    }
}
