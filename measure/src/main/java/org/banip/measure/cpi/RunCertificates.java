package org.banip.measure.cpi;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.banip.app.certificate.DevelopmentAuthority;
import org.banip.core.json.JsonWriter;
import org.banip.server.tls.TlsFiles;

/**
 * TLS of a run: the certificate of its broker, and the authority that the MBU trusts.
 *
 * @param server the broker's certificate and key; empty without TLS, and for a back-end that has its own
 * @param trusted file of the authorities; empty for those of Java, or without TLS
 */
record RunCertificates(Optional<TlsFiles> server, Optional<Path> trusted) {
    private static final int DAYS = 2;

    /**
     * Makes an authority for the run, if it has TLS on a link of this machine.
     *
     * @param folder for its files
     */
    static RunCertificates of(CpiSettings settings, RunLink link, Path folder) throws InterruptedException {
        if (settings.backEnd().isPresent() || !settings.tls()) {
            return new RunCertificates(Optional.empty(), link.trusted());
        }
        DevelopmentAuthority authority = DevelopmentAuthority.in(folder.resolve("certificates"));
        authority.issueServer(List.of(link.fixedAddress()), DAYS, false);
        return new RunCertificates(Optional.of(authority.server()), Optional.of(authority.certificate()));
    }

    /** The specification of a back-end with this certificate. */
    String backEnd(RunLink link, Path work, Path csv, String identity, String password) {
        JsonWriter json = new JsonWriter().beginObject();
        server.ifPresent(tls -> json.field("certificate", tls.certificate().toString())
                .field("privateKey", tls.privateKey().orElseThrow().toString()));
        return json.field("address", link.fixedAddress())
                .field("folder", work.toString())
                .field("deliveries", csv.toString())
                .field("identity", identity)
                .field("password", password)
                .endObject()
                .toString();
    }

    /** The file of the trusted authorities for a specification; empty for none. */
    String trust() {
        return text(trusted);
    }

    private static String text(Optional<Path> file) {
        return file.map(Path::toString).orElse("");
    }
}
