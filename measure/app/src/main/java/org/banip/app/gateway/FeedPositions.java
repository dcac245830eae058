package org.banip.app.gateway;

import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.banip.core.packet.Crc32c;
import org.banip.server.file.WholeFile;
import org.banip.server.log.ServerLog;
import org.slf4j.Logger;

/**
 * The file that says how far the groups of each session are safely in the spools of the gateway's MBUs. A line for each session has its UUID and the
 * first number of each group that is not; the last line is a checksum. It is replaced as a whole. One thread.
 */
final class FeedPositions {
    private static final Logger LOG = ServerLog.of(FeedPositions.class);
    private static final String HEAD = "banip positions 1";
    private static final String CHECKSUM = "crc ";
    private static final String BLANK = " ";

    private final Path file;
    private List<String> written;

    /**
     * The positions in a folder. Those of a damaged file count for nothing, which the log says: then what the store has kept is given again, and the
     * gateway knows only its last messages.
     *
     * @throws UncheckedIOException if the file cannot be read
     */
    FeedPositions(Path folder) {
        file = folder.resolve("positions");
        written = lines(file);
    }

    private static List<String> lines(Path file) {
        try {
            return WholeFile.lines(file, any -> {});
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof CharacterCodingException) {
                return List.of(""); // no text: damaged
            }
            throw e;
        }
    }

    /** What the file has. */
    Map<UUID, long[]> read() {
        Map<UUID, long[]> all = new TreeMap<>();
        if (written.isEmpty()) {
            return all;
        }
        try {
            List<String> lines = written.subList(0, written.size() - 1);
            if (!lines.isEmpty()
                    && lines.get(0).equals(HEAD)
                    && written.get(written.size() - 1).equals(checksum(lines))) {
                lines.subList(1, lines.size()).forEach(line -> read(line, all));
                return all;
            }
        } catch (IllegalArgumentException e) {
            LOG.debug("- {}: {}", file, e.toString());
        }
        LOG.error("- {} is damaged: packets in the store that went on long ago may go on twice", file);
        return new TreeMap<>();
    }

    private static void read(String line, Map<UUID, long[]> into) {
        List<String> fields = Arrays.asList(line.split(BLANK, -1));
        into.put(
                UUID.fromString(fields.get(0)),
                fields.subList(1, fields.size()).stream()
                        .mapToLong(Long::parseLong)
                        .toArray());
    }

    /**
     * Writes them, unless the file has them.
     *
     * @throws UncheckedIOException if that fails
     */
    void write(Map<UUID, long[]> all) {
        List<String> lines = new ArrayList<>();
        lines.add(HEAD);
        new TreeMap<>(all).forEach((session, next) -> {
            StringBuilder line = new StringBuilder(session.toString());
            for (long number : next) {
                line.append(BLANK).append(number);
            }
            lines.add(line.toString());
        });
        lines.add(checksum(lines));
        if (!lines.equals(written)) {
            WholeFile.write(file, lines);
            written = lines;
        }
    }

    private static String checksum(List<String> lines) {
        byte[] bytes = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
        return CHECKSUM + HexFormat.of().toHexDigits(Crc32c.finish(Crc32c.START, bytes, 0, bytes.length));
    }
}
