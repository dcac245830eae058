package org.banip.mbu.testhost;

import java.net.URI;
import java.util.Optional;
import java.util.ServiceLoader;

/** Stands before a host that speaks HTTP/1.1 only, for uplinks that speak another version. */
public interface HostFront extends AutoCloseable {
    /** The base URL of the host through this front. */
    URI base();

    /** The certificate that an MBU must trust; empty without TLS. */
    Optional<TestCertificate> certificate();

    /** Ends all connections. */
    @Override
    void close();

    /** Starts fronts. {@link ServiceLoader} finds it in the module that has such uplinks. */
    interface Maker {
        /** Whether this uplink needs a front. */
        boolean serves(String uplink);

        /** Starts a front on a free port of the loopback, with TLS if there is a certificate or its version of HTTP needs one. */
        HostFront start(TestHost host, String uplink, Optional<TestCertificate> certificate) throws Exception;
    }

    /** Starts a front if the uplink needs one. */
    static Optional<HostFront> before(TestHost host, String uplink, Optional<TestCertificate> certificate)
            throws Exception {
        for (Maker maker : ServiceLoader.load(Maker.class)) {
            if (maker.serves(uplink)) {
                return Optional.of(maker.start(host, uplink, certificate));
            }
        }
        return Optional.empty();
    }
}
