package org.banip.app.access;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.banip.app.certificate.DevelopmentAuthority;
import org.banip.server.tls.KeyMaterial;
import org.banip.server.tls.TlsFiles;
import org.banip.surrogate.people.PeopleFile;
import org.banip.wsb.authentication.PasswordFile;

/** All passwords, tokens, certificates and files of the test, in one folder. */
final class Secrets {
    static final String BROKER_TOKEN = "broker-token-0123456789abcdef";
    static final String VIEWER_TOKEN = "viewer-token-0123456789abcdef";
    static final String PASSWORD = "correct horse battery staple";
    /** Of key store and trust store of a container. */
    static final String STORE_PASSWORD = "container";
    /** Somebody who is removed from the viewers' file while the host runs. */
    static final String LEAVER = "leaver";

    private static final int COST = 4;

    final Path folder;
    final DevelopmentAuthority authority;
    final DevelopmentAuthority otherAuthority;
    final Tokens tokens = new Tokens();
    final Tokens otherIssuer = new Tokens();
    /** Tokens of people, by name. */
    final Map<String, String> ofPeople = new HashMap<>();

    private Secrets(Path folder) throws Exception {
        this.folder = folder;
        authority = DevelopmentAuthority.in(folder.resolve("own"));
        authority.issueServer(List.of("127.0.0.1"), 2, false);
        for (String user : List.of("ban-1", "ban-2", "ban-4")) {
            authority.issueClient(user, 2, false);
        }
        for (String broker : List.of("ward-3", "ward-4", "ward-5")) {
            authority.issueBroker(broker, 2, false);
        }
        authority.issueBroker("expired", 0, false);
        otherAuthority = DevelopmentAuthority.in(folder.resolve("other"));
        otherAuthority.issueClient("ban-1", 2, false);
        otherAuthority.issueBroker("ward-3", 2, false);
    }

    /** Makes them. */
    static Secrets in(Path folder) throws Exception {
        Secrets secrets = new Secrets(folder);
        PasswordFile passwords = new PasswordFile(folder.resolve("passwords"));
        passwords.set("ban-1", PASSWORD.toCharArray(), COST);
        passwords.set("ban-2", PASSWORD.toCharArray(), COST);
        secrets.write("keys.json", secrets.tokens.keys());
        secrets.write(
                "revoked",
                serial(secrets.authority.client("ban-4").certificate()) + "\n"
                        + serial(secrets.authority.broker("ward-4").certificate()));
        secrets.write("revoked-tokens", "jti revoked");
        secrets.write("broker-token", BROKER_TOKEN);
        secrets.write("viewer-token", VIEWER_TOKEN);
        secrets.writePeople();
        secrets.writeStores();
        return secrets;
    }

    private void write(String name, String line) throws IOException {
        Path file = Files.writeString(folder.resolve(name), line + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private static String serial(Path certificate) throws Exception {
        try (InputStream in = Files.newInputStream(certificate)) {
            X509Certificate read =
                    (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
            return read.getSerialNumber().toString(16);
        }
    }

    /** The file of people, which each server copies. */
    Path people() {
        return folder.resolve("people");
    }

    private void writePeople() {
        PeopleFile people = new PeopleFile(people());
        add(people, "viewer", "viewer", "ban-1");
        add(people, "other", "viewer", "ban-2");
        add(people, "clinician", "clinician", "ban-*");
        add(people, "operator", "operator", "*");
        add(people, "exporter", "exporter", "ban-1");
        add(people, LEAVER, "clinician", "*");
        for (String role : List.of("viewer", "clinician", "operator")) {
            PeopleFile.Rights rights = new PeopleFile.Rights(Optional.of(role), Optional.of("*"));
            ofPeople.put(role, people.setToken(role + "-program", rights));
        }
    }

    private static void add(PeopleFile people, String name, String role, String bans) {
        people.setPassword(
                name, PASSWORD.toCharArray(), COST, new PeopleFile.Rights(Optional.of(role), Optional.of(bans)));
    }

    /** What a container makes its TLS of. */
    private void writeStores() throws Exception {
        KeyStore keys = KeyMaterial.read(authority.server());
        KeyStore container = KeyStore.getInstance("PKCS12");
        container.load(null, null);
        String alias = keys.aliases().nextElement();
        container.setKeyEntry(
                "server",
                keys.getKey(alias, new char[0]),
                STORE_PASSWORD.toCharArray(),
                keys.getCertificateChain(alias));
        write(container, keyStore());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        KeyStore own = KeyMaterial.read(TlsFiles.pem(authority.certificate(), authority.key()));
        trusted.setCertificateEntry("ca", own.getCertificate(own.aliases().nextElement()));
        write(trusted, trustStore());
    }

    private static void write(KeyStore store, Path file) throws Exception {
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, STORE_PASSWORD.toCharArray());
        }
    }

    Path keyStore() {
        return folder.resolve("container.p12");
    }

    Path trustStore() {
        return folder.resolve("trusted.p12");
    }
}
