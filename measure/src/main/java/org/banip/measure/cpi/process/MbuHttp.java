package org.banip.measure.cpi.process;

import java.nio.file.Path;
import org.banip.core.json.JsonObject;
import org.banip.mbu.settings.HttpSettings;
import org.banip.server.tls.TrustedCertificates;

/** How the MBU of a run connects. */
public final class MbuHttp {
    private MbuHttp() {}

    /** From {@code sendBuffer} and {@code trust}, a file of certificate authorities, or nothing. */
    public static HttpSettings of(JsonObject specification) {
        HttpSettings.Builder http =
                HttpSettings.builder().sendBufferBytes((int) specification.integer("sendBuffer", 0, 1 << 30));
        String trusted = specification.string("trust");
        if (!trusted.isEmpty()) {
            http.trustManager(TrustedCertificates.trustManager(Path.of(trusted)));
        }
        return http.build();
    }
}
