package org.banip.mbu.netty.front;

import java.util.Optional;
import org.banip.mbu.testhost.HostFront;
import org.banip.mbu.testhost.TestCertificate;
import org.banip.mbu.testhost.TestHost;

/** A front whose connections carry several requests, and with which a test looks at them. */
public interface MultiplexingFront extends HostFront {
    /** As many streams at once as a broker allows. */
    int STREAMS = 128;

    /** A front for this uplink. */
    static MultiplexingFront before(TestHost host, String uplink) throws Exception {
        return before(host, uplink, Optional.empty());
    }

    /** The same; with TLS if there is a certificate, or the uplink needs one. */
    static MultiplexingFront before(TestHost host, String uplink, Optional<TestCertificate> certificate)
            throws Exception {
        return before(host, uplink, certificate, STREAMS);
    }

    /** The same, with a limit of the streams that a connection may have at once. */
    static MultiplexingFront before(TestHost host, String uplink, Optional<TestCertificate> certificate, int streams)
            throws Exception {
        return uplink.equals("http3")
                ? new Http3Front(host, certificate, streams)
                : new Front(host, certificate, streams);
    }

    /** The number of accepted connections. */
    int connections();

    /** The number of handshakes of TLS over TCP that resumed no session. */
    int fullHandshakes();

    /** The number of streams that were opened. */
    int streams();

    /** The number of connections that are open. */
    long openConnections();

    /** Breaks all connections. */
    void breakConnections();
}
