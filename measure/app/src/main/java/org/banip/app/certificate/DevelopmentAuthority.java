package org.banip.app.certificate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.banip.core.text.FileError;
import org.banip.server.address.AddressLiteral;
import org.banip.server.tls.KeyMaterial;
import org.banip.server.tls.TlsFiles;
import org.banip.surrogate.settings.BrokerCertificates;
import org.banip.wsb.spi.Identity;

/**
 * A certificate authority in a folder: {@code ca.pem}, which clients trust, and its key {@code ca-key.pem}. It issues certificates into the same
 * folder. One thread.
 */
public final class DevelopmentAuthority {
    /** How long it is valid itself. */
    public static final int DAYS = 3650;

    private static final Pattern BROKER = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}");
    private static final String ALIAS = "ca";

    private final Path folder;
    private final Keytool.Entry own;
    private final boolean fresh;

    private DevelopmentAuthority(Path folder, Keytool.Entry own, boolean fresh) {
        this.folder = folder;
        this.own = own;
        this.fresh = fresh;
    }

    /**
     * The authority of a folder; makes it if there is none.
     *
     * @throws IllegalArgumentException if the folder has only a part of it, or it has expired
     * @throws UncheckedIOException if files cannot be written
     */
    public static DevelopmentAuthority in(Path folder) throws InterruptedException {
        Path certificate = folder.resolve("ca.pem");
        Path key = folder.resolve("ca-key.pem");
        try {
            Files.createDirectories(folder);
            if (Files.exists(certificate) || Files.exists(key)) {
                return new DevelopmentAuthority(folder, read(certificate, key), false);
            }
            return new DevelopmentAuthority(folder, make(certificate, key), true);
        } catch (IOException e) {
            throw unwritable(folder, e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java makes no certificates: " + e.getMessage(), e);
        }
    }

    private static Keytool.Entry make(Path certificate, Path key)
            throws IOException, GeneralSecurityException, InterruptedException {
        try (Keytool keytool = new Keytool()) {
            List<String> authority = List.of("-ext", "bc:c=ca:true,pathlen:0", "-ext", "ku:c=keyCertSign,cRLSign");
            // A client that trusts several must not take one for another.
            String name = "BANip development authority " + HexFormat.of().toHexDigits(new SecureRandom().nextInt());
            Keytool.Entry made = keytool.make(ALIAS, name, DAYS, authority);
            PemFile.key(key, made.key().getEncoded(), false);
            PemFile.certificate(certificate, made.certificate().getEncoded(), false);
            return made;
        }
    }

    private static Keytool.Entry read(Path certificate, Path key) throws GeneralSecurityException {
        for (Path part : List.of(certificate, key)) {
            if (!Files.exists(part)) {
                throw new IllegalArgumentException(
                        "the authority in " + part.toAbsolutePath().getParent() + " has no " + part.getFileName()
                                + "; bring it back, or choose another folder");
            }
        }
        KeyStore store = KeyMaterial.read(TlsFiles.pem(certificate, key));
        String alias = store.aliases().nextElement();
        X509Certificate own = (X509Certificate) store.getCertificate(alias);
        if (own.getNotAfter().toInstant().isBefore(Instant.now())) {
            throw new IllegalArgumentException(certificate + " has expired on "
                    + own.getNotAfter().toInstant() + "; choose another folder for a new authority");
        }
        return new Keytool.Entry((PrivateKey) store.getKey(alias, new char[0]), own);
    }

    private static UncheckedIOException unwritable(Path folder, IOException e) {
        return new UncheckedIOException(FileError.writing(folder, e), e);
    }

    /** Its key and certificate. */
    Keytool.Entry own() {
        return own;
    }

    /** Whether it was made now. */
    public boolean isNew() {
        return fresh;
    }

    /** Its certificate, which clients trust. */
    public Path certificate() {
        return folder.resolve("ca.pem");
    }

    /** Its private key. */
    public Path key() {
        return folder.resolve("ca-key.pem");
    }

    /** The files of a server that it has issued, or will issue, a certificate for. */
    public TlsFiles server() {
        return TlsFiles.pem(folder.resolve("server.pem"), folder.resolve("server-key.pem"));
    }

    /** Until when it is valid. */
    public Instant validUntil() {
        return ((X509Certificate) own.certificate()).getNotAfter().toInstant();
    }

    /**
     * Issues a certificate for a server. It ends with the authority at the latest.
     *
     * @param hosts names and addresses by which clients reach the server
     * @param days how long it is valid, from now on
     * @param replace whether files that exist are replaced
     * @return until when it is valid
     * @throws IllegalArgumentException if a file exists and is not to be replaced
     * @throws UncheckedIOException if files cannot be written
     */
    public Instant issueServer(List<String> hosts, int days, boolean replace) throws InterruptedException {
        String names = hosts.stream().map(DevelopmentAuthority::alternative).collect(Collectors.joining(","));
        return issue(server(), "BANip development server", "serverAuth", names, days, replace);
    }

    /** The files of a client that it has issued, or will issue, a certificate for. */
    public TlsFiles client(String user) {
        return TlsFiles.pem(folder.resolve(user + ".client.pem"), folder.resolve(user + ".client-key.pem"));
    }

    /**
     * Issues a certificate for a client, whose user's name is in its subject alternative name. It ends with the authority at the latest.
     *
     * @param user 1 to 64 of {@code A-Z a-z 0-9 . _ @ -}
     * @param days how long it is valid, from now on
     * @param replace whether files that exist are replaced
     * @return until when it is valid
     * @throws IllegalArgumentException if the name is not allowed, or a file exists and is not to be replaced
     * @throws UncheckedIOException if files cannot be written
     */
    public Instant issueClient(String user, int days, boolean replace) throws InterruptedException {
        if (!Identity.isName(user)) {
            throw new IllegalArgumentException("'" + user + "' is no user's name: " + Identity.ALLOWED);
        }
        return issue(client(user), user, "clientAuth", "uri:banip:" + user, days, replace);
    }

    /** The files of a broker that it has issued, or will issue, a certificate for. */
    public TlsFiles broker(String name) {
        return TlsFiles.pem(folder.resolve(name + ".broker.pem"), folder.resolve(name + ".broker-key.pem"));
    }

    /**
     * Issues a certificate that a broker shows to hosts, with the broker's name in its subject alternative name. It ends with the authority at the
     * latest.
     *
     * @param name 1 to 64 of {@code A-Z a-z 0-9 . _ -}
     * @param days how long it is valid, from now on
     * @param replace whether files that exist are replaced
     * @return until when it is valid
     * @throws IllegalArgumentException if the name is not allowed, or a file exists and is not to be replaced
     * @throws UncheckedIOException if files cannot be written
     */
    public Instant issueBroker(String name, int days, boolean replace) throws InterruptedException {
        checkBroker(name);
        return issue(broker(name), name, "clientAuth", "uri:" + BrokerCertificates.SCHEME + name, days, replace);
    }

    /**
     * Refuses what is no broker's name.
     *
     * @throws IllegalArgumentException if the name is not allowed
     */
    public static void checkBroker(String name) {
        if (!BROKER.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "'" + name + "' is no broker's name: 1 to 64 of A-Z a-z 0-9 . _ -, not a dot first");
        }
    }

    private Instant issue(TlsFiles files, String subject, String use, String names, int days, boolean replace)
            throws InterruptedException {
        Path key = files.privateKey().orElseThrow();
        for (Path file : List.of(files.certificate(), key)) {
            if (!replace && Files.exists(file)) {
                throw new IllegalArgumentException(file + " exists; --force replaces certificate and key");
            }
        }
        long left = Duration.between(Instant.now(), validUntil()).toDays();
        try (Keytool keytool = new Keytool()) {
            keytool.put(ALIAS, own);
            Keytool.Entry issued = keytool.make(
                    "issued",
                    subject,
                    Math.min(days, left),
                    List.of(
                            "-signer",
                            ALIAS,
                            "-ext",
                            "ku:c=digitalSignature",
                            "-ext",
                            "eku=" + use,
                            "-ext",
                            "san=" + names));
            PemFile.key(key, issued.key().getEncoded(), replace);
            // Without that of the authority, which the other side has: it would cost 400 bytes of each handshake.
            PemFile.certificate(files.certificate(), issued.certificate().getEncoded(), replace);
            return ((X509Certificate) issued.certificate()).getNotAfter().toInstant();
        } catch (IOException e) {
            throw unwritable(folder, e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java issues no certificates: " + e.getMessage(), e);
        }
    }

    /** As keytool takes a subject alternative name. */
    private static String alternative(String host) {
        return AddressLiteral.read(host)
                .map(address -> "ip:" + address.getHostAddress())
                .orElse("dns:" + host);
    }
}
