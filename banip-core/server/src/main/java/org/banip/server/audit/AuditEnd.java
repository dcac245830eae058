package org.banip.server.audit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where an audit log goes on: behind its last whole line, wherever that is. What is behind it was not written in order; it is left as it is, and
 * the log goes on in the next file, whose first line declares it.
 *
 * @param number of the last whole line; 0 if there is none
 * @param digest of this line
 * @param torn what is behind it, the oldest first
 * @param file to go on in
 * @param before the file before, if {@code file} has no line yet
 */
record AuditEnd(long number, String digest, List<AuditLine.Torn> torn, Path file, Optional<Path> before) {
    private static final Pattern NAME = Pattern.compile("audit-([0-9]{6,12})\\.jsonl");
    private static final int FIRST_WINDOW = 1 << 16;
    private static final int BUFFER = 1 << 16;

    /** The files of a log, the oldest first. */
    static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(file -> numberOf(file) > 0)
                    .sorted(Comparator.comparingLong(AuditEnd::numberOf))
                    .toList();
        }
    }

    private static long numberOf(Path file) {
        Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
        return name.matches() ? Long.parseLong(name.group(1)) : 0;
    }

    static Path after(Path file) {
        return file.resolveSibling(String.format(java.util.Locale.ROOT, "audit-%06d.jsonl", numberOf(file) + 1));
    }

    /** Looks for the end of a log; changes nothing. */
    static AuditEnd of(Path directory) throws IOException {
        List<Path> files = files(directory);
        if (files.isEmpty()) {
            return new AuditEnd(
                    0, AuditLine.NONE, List.of(), directory.resolve("audit-000001.jsonl"), Optional.empty());
        }
        Path newest = files.get(files.size() - 1);
        List<AuditLine.Torn> torn = new ArrayList<>();
        for (int index = files.size() - 1; index >= 0; index--) {
            Last last = Last.of(files.get(index));
            last.torn().ifPresent(rest -> torn.add(0, rest));
            if (last.line().isPresent()) {
                AuditLine line = last.line().get();
                return goingOn(line.number(), line.digest(), torn, newest, files.get(index));
            }
        }
        return goingOn(0, AuditLine.NONE, torn, newest, newest);
    }

    private static AuditEnd goingOn(
            long number, String digest, List<AuditLine.Torn> torn, Path newest, Path withLastLine) throws IOException {
        if (Files.size(newest) == 0) { // begun, and never written
            Optional<Path> before = withLastLine.equals(newest) ? Optional.empty() : Optional.of(withLastLine);
            return new AuditEnd(number, digest, torn, newest, before);
        }
        return torn.isEmpty()
                ? new AuditEnd(number, digest, torn, newest, Optional.empty())
                : new AuditEnd(number, digest, torn, after(newest), Optional.of(newest));
    }

    /**
     * The end of one file.
     *
     * @param line its last whole line, if it has one
     * @param torn what is behind it, if there is something
     */
    record Last(Optional<AuditLine> line, Optional<AuditLine.Torn> torn) {
        static Last of(Path file) throws IOException {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                long size = channel.size();
                for (long window = FIRST_WINDOW; ; window *= 4) {
                    long begin = Math.max(0, size - window);
                    byte[] bytes = read(channel, begin, (int) Math.min(window, size));
                    Optional<Last> found = in(file, channel, bytes, begin, size);
                    if (found.isPresent()) {
                        return found.get();
                    }
                    if (begin == 0 || window > Integer.MAX_VALUE / 8) {
                        return new Last(Optional.empty(), rest(file, channel, 0, size));
                    }
                }
            }
        }

        private static Optional<Last> in(Path file, FileChannel channel, byte[] bytes, long begin, long size)
                throws IOException {
            int end = lastNewline(bytes, bytes.length);
            while (end >= 0) {
                int start = lastNewline(bytes, end) + 1;
                Optional<AuditLine> line = AuditLine.parse(Arrays.copyOfRange(bytes, start, end));
                if (line.isPresent()) {
                    return Optional.of(new Last(line, rest(file, channel, begin + end + 1, size)));
                }
                end = start - 1;
            }
            return Optional.empty();
        }

        private static int lastNewline(byte[] bytes, int before) {
            int at = before - 1;
            while (at >= 0 && bytes[at] != '\n') {
                at--;
            }
            return at;
        }

        private static byte[] read(FileChannel channel, long position, int length) throws IOException {
            ByteBuffer buffer = ByteBuffer.allocate(length);
            while (buffer.hasRemaining() && channel.read(buffer, position + buffer.position()) >= 0) {
                // reads on
            }
            return Arrays.copyOf(buffer.array(), buffer.position());
        }

        private static Optional<AuditLine.Torn> rest(Path file, FileChannel channel, long from, long size)
                throws IOException {
            if (from >= size) {
                return Optional.empty();
            }
            channel.position(from);
            MessageDigest digest = AuditLine.sha256();
            byte[] buffer = new byte[BUFFER];
            InputStream in = Channels.newInputStream(channel);
            for (long left = size - from; left > 0; ) {
                int length = in.read(buffer, 0, (int) Math.min(left, buffer.length));
                if (length < 0) {
                    throw new IOException(file + " becomes shorter while it is read");
                }
                digest.update(buffer, 0, length);
                left -= length;
            }
            return Optional.of(new AuditLine.Torn(
                    String.valueOf(file.getFileName()),
                    size - from,
                    HexFormat.of().formatHex(digest.digest())));
        }
    }
}
