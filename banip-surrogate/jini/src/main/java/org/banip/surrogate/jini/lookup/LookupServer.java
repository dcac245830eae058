package org.banip.surrogate.jini.lookup;

import org.banip.core.error.BanipException;
import org.banip.surrogate.jini.filter.JvmFilter;
import org.banip.surrogate.jini.settings.JiniTlsFiles;
import org.banip.surrogate.jini.settings.LookupServerSettings;
import org.banip.surrogate.jini.transport.Transport;

/** Runs a lookup service as the only thing of its JVM. */
public final class LookupServer {
    private LookupServer() {}

    /**
     * Makes the transport of a lookup service. The caller closes it after the service.
     *
     * @throws IllegalArgumentException if the settings are unsafe
     */
    public static Transport transport(LookupServerSettings settings) {
        return new Transport(
                        settings.listen(),
                        settings.connections(),
                        "connections",
                        settings.tls().map(JiniTlsFiles::contexts))
                .checkedForPlain(settings.allowPlain(), "");
    }

    /**
     * Begins to answer. The filter of deserialisation applies to all of the JVM from now on.
     *
     * @throws BanipException {@code LIMIT_REACHED} if the port is taken, {@code INTERNAL} if Reggie does not start or cannot be announced
     */
    public static LookupService start(LookupServerSettings settings, Transport transport) {
        JvmFilter.installForWholeJvm();
        LookupService started = LookupService.start(new LookupSettings(
                transport, settings.port(), settings.groups(), settings.lease(), settings.services()));
        return settings.multicast() ? started.announced() : started;
    }
}
