package org.banip.gateway.spool;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.FileError;
import org.banip.gateway.settings.DurableSpool;
import org.banip.mbu.journal.SpoolDirectory;
import org.banip.server.file.WholeFile;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/** The directory of a gateway, with one of each BAN below it; locked while the gateway runs. One thread at a time. */
public final class GatewayDirectory implements AutoCloseable {
    private static final Logger LOG = ServerLog.of(GatewayDirectory.class);
    private static final String PREFIX = "ban-";

    private final DurableSpool settings;
    private final SpoolDirectory locked;

    private GatewayDirectory(DurableSpool settings, SpoolDirectory locked) {
        this.settings = settings;
        this.locked = locked;
    }

    /**
     * Locks a gateway's directory, and creates it if it is not there.
     *
     * @throws IllegalArgumentException if it cannot be used, another gateway uses it, or the bytes of a key cannot be read
     */
    public static GatewayDirectory open(DurableSpool settings) {
        Path path = settings.directory();
        ContentDigests unused = ContentDigests.of(settings);
        try {
            return new GatewayDirectory(settings, SpoolDirectory.lock(path));
        } catch (IOException e) {
            throw new IllegalArgumentException("spool: " + FileError.writing(path, e), e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "spool: another gateway uses the directory " + path + "; each needs a directory of its own", e);
        }
    }

    /** The directory of a BAN, locked. */
    public BanDirectory ban(String id) {
        return BanDirectory.open(settings, locked.path().resolve(name(id)));
    }

    /**
     * The descriptions of the BANs of earlier starts, as {@link BanDirectory#describe} got them, by the names of their directories. One that cannot be
     * read is logged and left out.
     */
    public Map<String, List<String>> descriptions() {
        Map<String, List<String>> found = new TreeMap<>();
        try (Stream<Path> all = Files.list(locked.path())) {
            all.filter(path -> String.valueOf(path.getFileName()).startsWith(PREFIX))
                    .forEach(path -> read(path, found));
            return found;
        } catch (IOException e) {
            throw new BanipException(ErrorCode.STORAGE_UNAVAILABLE, "spool: " + FileError.reading(locked.path(), e), e);
        }
    }

    private static void read(Path ban, Map<String, List<String>> found) {
        try {
            List<String> lines = WholeFile.lines(BanDirectory.description(ban), any -> {});
            if (!lines.isEmpty()) { // otherwise nothing was taken yet
                found.put(String.valueOf(ban.getFileName()), lines);
            }
        } catch (UncheckedIOException e) {
            LOG.error("- spool: {} is left as it is, its BAN is not sent: {}", ban, e.getMessage());
        }
    }

    /** A name that is safe in every file system: BANs {@code A} and {@code a} are two, and {@code ..} is one. */
    static String name(String id) {
        StringBuilder name = new StringBuilder(PREFIX);
        for (int i = 0; i < id.length(); i++) {
            char c = id.charAt(i);
            boolean plain = c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_';
            name.append(plain ? String.valueOf(c) : String.format(Locale.ROOT, "%%%02x", (int) c));
        }
        return name.toString();
    }

    /** Where it is. */
    public Path path() {
        return locked.path();
    }

    /** Lets another gateway use it. */
    @Override
    public void close() {
        unlock(locked);
    }

    /** Unlocks a directory. That it fails is logged: the system does it when the process ends. */
    static void unlock(SpoolDirectory locked) {
        try {
            locked.unlock();
        } catch (IOException e) {
            LOG.warn("- spool: {} could not be unlocked: {}", locked.path(), e.toString());
        }
    }
}
