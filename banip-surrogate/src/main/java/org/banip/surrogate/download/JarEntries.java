package org.banip.surrogate.download;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.banip.core.text.Counted;
import org.banip.core.text.Quoted;

/** Unpacks a jar once without keeping anything, to see that its entries are within their bounds and their names are plain. */
final class JarEntries {
    private static final int BUFFER_BYTES = 8192;
    private static final int LONGEST_NAME = 1024;

    private final JarLimits limits;
    private final JarName name;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final Set<String> seen = new HashSet<>();
    private long unpacked;

    private JarEntries(JarLimits limits, JarName name) {
        this.limits = limits;
        this.name = name;
    }

    /** Refuses a jar that is malformed, too long, unpacks to too much, or has two entries of one name. */
    static void check(byte[] jar, JarLimits limits, JarName name) {
        if (jar.length > limits.bytes()) {
            throw name.refused("has " + Counted.of(jar.length, "byte") + ", allowed are " + limits.bytes());
        }
        new JarEntries(limits, name).check(jar);
    }

    private void check(byte[] jar) {
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(jar))) {
            ZipEntry entry = zip.getNextEntry();
            while (entry != null) {
                check(entry, zip);
                entry = zip.getNextEntry();
            }
        } catch (IOException | IllegalArgumentException e) {
            throw name.refused("is not a jar that can be read: " + JarName.reason(e), e);
        }
        if (seen.isEmpty()) {
            throw name.refused("is not a jar: it does not begin with a ZIP entry");
        }
    }

    private void check(ZipEntry entry, ZipInputStream zip) throws IOException {
        String shown = Quoted.of(entry.getName());
        if (!isPlain(entry.getName())) {
            throw name.refused("has an entry " + shown + "; allowed are relative paths with /, without . and ..");
        }
        if (!seen.add(key(entry.getName()))) {
            throw name.refused("has two entries " + shown);
        }
        if (seen.size() > limits.entries()) {
            throw name.refused("has more than " + limits.entries() + " entries");
        }
        long bytes = unpack(zip);
        zip.closeEntry();
        if (bytes > limits.manifestBytes() && MetaInf.isParsed(entry.getName())) {
            throw name.refused("has an entry " + shown + " of " + bytes + " bytes, allowed are "
                    + limits.manifestBytes() + " for a manifest or a signature file");
        }
        if (limits.isBomb(entry.getCompressedSize(), bytes)) {
            throw name.refused("unpacks its entry " + shown + " from " + entry.getCompressedSize() + " to " + bytes
                    + " bytes, allowed are " + limits.ratio() + " times as many");
        }
    }

    private long unpack(ZipInputStream zip) throws IOException {
        long bytes = 0;
        int count = zip.read(buffer);
        while (count >= 0) {
            bytes += count;
            unpacked += count;
            if (unpacked > limits.unpackedBytes()) {
                throw name.refused("unpacks to more than the " + limits.unpackedBytes() + " bytes that are allowed");
            }
            count = zip.read(buffer);
        }
        return bytes;
    }

    /** Names below META-INF mean the same in capitals. */
    private static String key(String entry) {
        String capitals = entry.toUpperCase(Locale.ROOT);
        return capitals.startsWith(MetaInf.FOLDER) ? capitals : entry;
    }

    private static boolean isPlain(String entry) {
        if (entry.length() > LONGEST_NAME
                || entry.indexOf('\\') >= 0
                || entry.chars().anyMatch(Character::isISOControl)) {
            return false;
        }
        String path = entry.endsWith("/") ? entry.substring(0, entry.length() - 1) : entry;
        for (String part : path.split("/", -1)) {
            if (part.isEmpty() || part.equals(".") || part.equals("..")) {
                return false;
            }
        }
        return true;
    }
}
