package org.banip.surrogate.jini.host;

import org.banip.surrogate.jini.settings.JiniSettings;
import org.banip.surrogate.jini.settings.JiniTlsFiles;
import org.banip.surrogate.jini.transport.Transport;

/** Makes a transport of settings, if that is safe. */
final class SafeTransport {
    private SafeTransport() {}

    /**
     * The transport.
     *
     * @throws IllegalArgumentException if it reaches beyond this machine without a viewers' token or without TLS
     */
    static Transport of(JiniSettings settings, boolean viewersNeedToken) {
        Transport transport = new Transport(
                settings.listen(),
                settings.connections(),
                "jini-connections",
                settings.tls().map(JiniTlsFiles::contexts));
        if (!transport.isLoopback() && !viewersNeedToken) {
            throw new IllegalArgumentException("to listen on " + settings.listen()
                    + ", which is more than loopback, Jini needs a viewer token (viewer-token-file)");
        }
        return transport.checkedForPlain(settings.allowPlain(), "jini-");
    }

    /** Whether anybody in the network can read what is said, and ask the lookup service without a token. */
    static boolean isOpen(Transport transport) {
        return !transport.isLoopback() && transport.tls().isEmpty();
    }
}
