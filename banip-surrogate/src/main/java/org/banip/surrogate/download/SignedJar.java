package org.banip.surrogate.download;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.CodeSigner;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.banip.core.error.BanipException;
import org.banip.core.text.Quoted;
import org.jspecify.annotations.Nullable;

/**
 * Reads a jar and accepts it only if each entry is unchanged and signed by the same signers, one of whom is trusted (JAR File Specification,
 * "Signed JAR File"). What was read here is what the class loader gets; the jar is not opened again.
 *
 * <p>Only the manifest and the signature files themselves need no signature. {@code Class-Path} is refused; {@code Multi-Release}, jars inside the
 * jar, and time stamps are ignored.
 */
final class SignedJar {
    private static final Attributes.Name SURROGATE_CLASS = new Attributes.Name(SurrogateJar.SURROGATE_CLASS);
    private static final String MAIN_DIGEST = "-Digest-Manifest-Main-Attributes";

    private final JarName name;
    private final Map<String, byte[]> contents = new HashMap<>();
    /** Directories and signature files. */
    private final Set<String> others = new HashSet<>();

    private int signatureFiles;
    private @Nullable Set<CodeSigner> signers;

    private SignedJar(JarName name) {
        this.name = name;
    }

    /**
     * Verifies a jar.
     *
     * @throws BanipException {@code UNKNOWN_SURROGATE_TYPE} that says what is wrong
     */
    static SurrogateJar verify(byte[] jar, JarLimits limits, TrustedSigners trusted, JarName name, Instant now) {
        JarEntries.check(jar, limits, name);
        SignedJar signed = new SignedJar(name);
        Manifest manifest = signed.read(jar);
        signed.checkComplete(manifest);
        CodeSigner signer = signed.trusted(trusted, now);
        return new SurrogateJar(name, digest(jar), signed.surrogateClass(manifest), signed.contents, signer);
    }

    private static String digest(byte[] jar) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(jar));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private Manifest read(byte[] jar) {
        try (JarInputStream entries = new JarInputStream(new ByteArrayInputStream(jar), true)) {
            Manifest manifest = entries.getManifest();
            if (manifest == null) {
                throw name.refused("does not begin with " + MetaInf.MANIFEST + ", as the jars of the JDK's tools do");
            }
            JarEntry entry = entries.getNextJarEntry();
            while (entry != null) {
                byte[] bytes = entries.readAllBytes();
                entries.closeEntry();
                take(entry, bytes);
                entry = entries.getNextJarEntry();
            }
            return manifest;
        } catch (SecurityException e) {
            throw name.refused("was changed after it was signed: " + JarName.reason(e), e);
        } catch (IOException | IllegalArgumentException e) {
            throw name.refused("is not a jar that can be read: " + JarName.reason(e), e);
        }
    }

    private void take(JarEntry entry, byte[] bytes) throws IOException {
        String path = entry.getName();
        if (entry.isDirectory()) {
            others.add(path);
        } else if (MetaInf.isOfSignature(path)) {
            others.add(path);
            takeSignature(path, bytes);
        } else {
            requireSigned(path, entry.getCodeSigners());
            contents.put(path, bytes);
        }
    }

    /** Without this digest, headers could be changed and entries be added as long as the others remain. */
    private void takeSignature(String path, byte[] bytes) throws IOException {
        if (!path.toUpperCase(Locale.ROOT).endsWith(".SF")) {
            return;
        }
        signatureFiles++;
        Set<Object> keys = new Manifest(new ByteArrayInputStream(bytes))
                .getMainAttributes()
                .keySet();
        if (keys.stream().noneMatch(key -> key.toString().endsWith(MAIN_DIGEST))) {
            throw name.refused("has a signature " + Quoted.of(path) + " that does not cover the manifest's headers");
        }
    }

    private void requireSigned(String path, CodeSigner @Nullable [] by) {
        if (by == null || by.length == 0) {
            throw name.refused(
                    signatureFiles > 0
                            ? "has an entry " + Quoted.of(path)
                                    + " without a valid signature; all entries must be signed, by an algorithm that is not too weak"
                            : "is not signed; allowed are jars signed by a signer that this host trusts");
        }
        Set<CodeSigner> all = Set.copyOf(Arrays.asList(by));
        if (signers == null) {
            signers = all;
        } else if (!signers.equals(all)) {
            throw name.refused("has an entry " + Quoted.of(path) + " signed by " + names(all)
                    + ", while others are signed by " + names(signers) + "; all entries must have the same signers");
        }
    }

    private static String names(Set<CodeSigner> signers) {
        return signers.stream().map(TrustedSigners::name).sorted().collect(Collectors.joining(" and "));
    }

    /** An entry that the manifest lists may have been taken out. */
    private void checkComplete(Manifest manifest) {
        for (String listed : manifest.getEntries().keySet()) {
            if (!listed.endsWith("/") && !contents.containsKey(listed) && !others.contains(listed)) {
                throw name.refused("has no entry " + Quoted.of(listed) + ", which its manifest lists");
            }
        }
        if (manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH) != null) {
            throw name.refused("has the header Class-Path; a surrogate's jar must have all its classes itself");
        }
    }

    private CodeSigner trusted(TrustedSigners trusted, Instant now) {
        if (signers == null) {
            throw name.refused("has no classes");
        }
        if (signatureFiles != signers.size()) {
            // Entries of two jars of one signer could be put together to a jar that nobody signed.
            throw name.refused("has " + signatureFiles + " signature files of " + signers.size()
                    + " signers; allowed is one of each signer");
        }
        List<String> objections = new ArrayList<>();
        for (CodeSigner signer : signers) {
            Optional<String> objection = trusted.objection(signer, now);
            if (objection.isEmpty()) {
                return signer;
            }
            objections.add("is signed by " + TrustedSigners.name(signer) + ", " + objection.get());
        }
        throw name.refused(String.join("; ", objections));
    }

    private String surrogateClass(Manifest manifest) {
        String type = manifest.getMainAttributes().getValue(SURROGATE_CLASS);
        if (type == null || type.isBlank()) {
            throw name.refused("has no header " + SurrogateJar.SURROGATE_CLASS
                    + " in its manifest, which names the class of the surrogate");
        }
        String trimmed = type.trim();
        if (!contents.containsKey(SurrogateClassLoader.path(trimmed))) {
            throw name.refused("has no class " + Quoted.of(trimmed) + ", which the header "
                    + SurrogateJar.SURROGATE_CLASS + " of its manifest names");
        }
        return trimmed;
    }
}
