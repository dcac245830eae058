package org.banip.surrogate.download;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSigner;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.FileError;
import org.banip.core.text.Quoted;
import org.banip.server.log.ServerLog;
import org.banip.surrogate.api.Surrogate;
import org.slf4j.Logger;

/** A surrogate's jar whose signature is verified. Each surrogate that it makes has a class loader of its own. Immutable. */
public final class SurrogateJar {
    /** The manifest's header that names the surrogate's class. */
    public static final String SURROGATE_CLASS = "Surrogate-Class";

    private static final Logger LOG = ServerLog.of(SurrogateJar.class);

    private final JarName name;
    private final String digest;
    private final String type;
    private final Map<String, byte[]> contents;
    private final CodeSigner signer;

    /** A jar whose signer is trusted; the contents are not copied, and must not change. */
    SurrogateJar(JarName name, String digest, String type, Map<String, byte[]> contents, CodeSigner signer) {
        this.name = name;
        this.digest = digest;
        this.type = type;
        this.contents = contents;
        this.signer = signer;
    }

    /**
     * Verifies a jar, as a host does, and its surrogate's class, without running any of its code.
     *
     * @param place how messages call the jar
     * @throws BanipException {@code UNKNOWN_SURROGATE_TYPE} that says why a host would refuse it
     */
    public static SurrogateJar verify(byte[] jar, JarLimits limits, TrustedSigners trusted, String place) {
        return verify(jar, limits, trusted, JarName.of(place));
    }

    static SurrogateJar verify(byte[] jar, JarLimits limits, TrustedSigners trusted, JarName name) {
        SurrogateJar verified = SignedJar.verify(jar, limits, trusted, name, Instant.now());
        try (SurrogateClassLoader loader = verified.open()) {
            verified.constructor(loader);
        }
        return verified;
    }

    /**
     * Verifies a jar in a file.
     *
     * @throws BanipException {@code UNKNOWN_SURROGATE_TYPE} that says why a host would refuse it, or that the file cannot be read
     */
    public static SurrogateJar verify(Path jar, JarLimits limits, TrustedSigners trusted) {
        try {
            return verify(Files.readAllBytes(jar), limits, trusted, jar.toString());
        } catch (IOException e) {
            throw new BanipException(ErrorCode.UNKNOWN_SURROGATE_TYPE, FileError.reading(jar, e), e);
        }
    }

    /** The same jar with these contents, which are equal. */
    SurrogateJar with(Map<String, byte[]> equal) {
        return new SurrogateJar(name, digest, type, equal, signer);
    }

    /** SHA-256 of the whole jar, in hexadecimal. */
    String digest() {
        return digest;
    }

    Map<String, byte[]> contents() {
        return contents;
    }

    /** The surrogate's class. */
    public String surrogateClass() {
        return type;
    }

    /** How many entries are signed. */
    public int entries() {
        return contents.size();
    }

    /** The trusted signer's name, in quotes. */
    public String signer() {
        return TrustedSigners.name(signer);
    }

    /** SHA-256 of the trusted signer's certificate, as {@code keytool -list} shows it. */
    public String fingerprint() {
        X509Certificate certificate = TrustedSigners.chain(signer).get(0);
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
            return HexFormat.ofDelimiter(":").withUpperCase().formatHex(digest);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has SHA-256 and this certificate was read", e);
        }
    }

    /** A new surrogate, not yet active. Its classes are loaded when it is activated, by a class loader that is closed when it is deactivated. */
    public Surrogate create() {
        return new DownloadedSurrogate(this);
    }

    SurrogateClassLoader open() {
        return new SurrogateClassLoader(contents, signer);
    }

    private Constructor<? extends Surrogate> constructor(SurrogateClassLoader loader) {
        try {
            Class<?> found = Class.forName(type, false, loader);
            if (!Surrogate.class.isAssignableFrom(found)) {
                throw notASurrogate("does not implement " + Surrogate.class.getName());
            }
            if (!Modifier.isPublic(found.getModifiers()) || Modifier.isAbstract(found.getModifiers())) {
                throw notASurrogate("is not a public class that can be instantiated");
            }
            return found.asSubclass(Surrogate.class).getConstructor();
        } catch (NoSuchMethodException e) {
            throw name.refused(
                    "names " + Quoted.of(type) + " as surrogate, which has no public constructor without parameters",
                    e);
        } catch (ClassNotFoundException | LinkageError e) {
            throw unloadable(e);
        }
    }

    private BanipException notASurrogate(String why) {
        return name.refused("names " + Quoted.of(type) + " as surrogate, which " + why);
    }

    private BanipException unloadable(Throwable e) {
        return name.refused(
                "has a class " + Quoted.of(type) + " that cannot be loaded: "
                        + e.getClass().getSimpleName() + ": " + JarName.reason(e)
                        + "; it sees its own jar, the JDK and the API of surrogates",
                e);
    }

    /**
     * Makes the surrogate itself.
     *
     * @throws BanipException {@code UNKNOWN_SURROGATE_TYPE} if a class is missing, {@code INTERNAL} if the constructor throws
     */
    Surrogate make(SurrogateClassLoader loader) {
        try {
            return constructor(loader).newInstance();
        } catch (InvocationTargetException e) {
            Throwable thrown = e.getCause() == null ? e : e.getCause();
            LOG.error("- {}: the constructor of {} failed", name.shown(), type, thrown);
            throw new BanipException(
                    ErrorCode.INTERNAL,
                    name.shown() + ": the constructor of " + Quoted.of(type) + " throws "
                            + thrown.getClass().getName(),
                    e);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw unloadable(e);
        }
    }
}
