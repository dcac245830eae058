package org.banip.mbu.netty;

import io.netty.handler.codec.quic.Quic;
import org.banip.mbu.spi.UplinkContext;

/** Says whether a connection over QUIC is possible: the libraries are optional, and native code is not there for every platform. */
final class QuicSupport {
    private QuicSupport() {}

    /**
     * Checks that an uplink over QUIC can work.
     *
     * @throws IllegalArgumentException if it cannot, with the reason
     */
    static void require(UplinkContext context) {
        if (!isSecure(context)) {
            throw new IllegalArgumentException("uplink http3 needs https, the broker is " + context.base());
        }
        if (!knowsTrust(context)) {
            throw new IllegalArgumentException(
                    "uplink http3 cannot use an SSLContext; give HttpSettings a trust manager instead");
        }
        try {
            Quic.ensureAvailability();
        } catch (LinkageError e) {
            throw new IllegalArgumentException(
                    "uplink http3 needs netty-codec-http3 and Netty's native code for QUIC on this platform ("
                            + System.getProperty("os.name") + " " + System.getProperty("os.arch") + "): " + e,
                    e);
        }
    }

    /** Whether an uplink over QUIC can work. */
    static boolean isPossible(UplinkContext context) {
        try {
            return isSecure(context) && knowsTrust(context) && Quic.isAvailable();
        } catch (LinkageError e) {
            return false; // the library is not there
        }
    }

    private static boolean isSecure(UplinkContext context) {
        return "https".equalsIgnoreCase(context.base().getScheme());
    }

    private static boolean knowsTrust(UplinkContext context) {
        return !context.settings().sslContext().isPresent()
                || context.settings().trustManager().isPresent()
                || context.settings().keyManager().isPresent();
    }
}
