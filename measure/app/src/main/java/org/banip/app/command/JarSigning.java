package org.banip.app.command;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.CertPath;
import java.util.zip.ZipFile;
import jdk.security.jarsigner.JarSigner;
import jdk.security.jarsigner.JarSignerException;
import org.banip.core.text.FileError;

/** Signs with the JDK's own signer, whose module {@value #MODULE} a trimmed Java runtime may not have: then this class cannot be loaded. */
final class JarSigning {
    /** Where the signer is. */
    static final String MODULE = "jdk.jartool";

    private JarSigning() {}

    /**
     * Signs all entries.
     *
     * @param jar not changed
     * @param signed written
     * @throws IOException that names the jar
     */
    static void sign(Path jar, PrivateKey key, CertPath path, Path signed) throws IOException {
        try (ZipFile unsigned = new ZipFile(jar.toFile());
                OutputStream out = Files.newOutputStream(signed)) {
            new JarSigner.Builder(key, path).signerName("SIGNER").build().sign(unsigned, out);
        } catch (JarSignerException e) {
            throw new IOException(jar + " cannot be signed: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new IOException(FileError.reading(jar, e), e);
        }
    }
}
