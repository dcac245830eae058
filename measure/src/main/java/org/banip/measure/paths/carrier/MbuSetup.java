package org.banip.measure.paths.carrier;

/**
 * How the MBU sends.
 *
 * @param uplink its name
 */
public record MbuSetup(String uplink) {
    /** The uplink that always has TLS. */
    private static final String HTTP3 = "http3";

    boolean tls() {
        return uplink.equals(HTTP3);
    }
}
