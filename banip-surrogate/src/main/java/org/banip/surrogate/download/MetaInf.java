package org.banip.surrogate.download;

import java.util.Locale;

/** The names of a jar's manifest and signature files (JAR File Specification, "The META-INF directory"). */
final class MetaInf {
    /** In capitals; the specification ignores case here. */
    static final String FOLDER = "META-INF/";

    static final String MANIFEST = FOLDER + "MANIFEST.MF";

    private MetaInf() {}

    /** Whether the JDK parses the entry while it verifies the others. */
    static boolean isParsed(String path) {
        return path.equalsIgnoreCase(MANIFEST) || isOfSignature(path);
    }

    /** Those that the JAR File Specification leaves unsigned. */
    static boolean isOfSignature(String path) {
        String capitals = path.toUpperCase(Locale.ROOT);
        boolean direct = capitals.startsWith(FOLDER) && capitals.indexOf('/', FOLDER.length()) < 0;
        return direct
                && (capitals.endsWith(".SF")
                        || capitals.endsWith(".RSA")
                        || capitals.endsWith(".DSA")
                        || capitals.endsWith(".EC")
                        || capitals.startsWith(FOLDER + "SIG-"));
    }
}
